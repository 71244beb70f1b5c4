import type { PodStatus } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import type { ProgramTime } from "../programs/program.ts";
import type { PodLife } from "./podLife.ts";
import type { NodePod } from "./podParts.ts";
import { isOfNode, NODE_CONDITIONS } from "./podStatus.ts";

export interface ReportParts {
  readonly client: ApiClient;
  readonly time: ProgramTime;
  /** Whether the API can be reached now. If not, the owner of the report calls again when it can be reached. */
  mayReport(): boolean;
  onError(error: unknown, key: string): void;
}

const PODS = { group: "", version: "v1", resource: "pods" };
/** Milliseconds until a failed report is retried. */
const RETRY = 1_000;

/** Reports the status of one pod to the API. When changes come quickly, only the latest status is written. */
export class PodReport {
  readonly #parts: ReportParts;
  readonly #life: () => PodLife | undefined;
  readonly #stopped = sharedAbort();
  #written: PodStatus | undefined;
  #isDue = false;
  #writing: Promise<void> | undefined;

  constructor(life: () => PodLife | undefined, parts: ReportParts) {
    this.#life = life;
    this.#parts = parts;
  }

  /** Called when the status may have changed. */
  changed(): void {
    this.#isDue = true;
    if (this.#parts.mayReport()) this.#writing ??= this.#write();
  }

  /**
   * Restores values that another writer has overwritten: the pod's node owns certain conditions and the resize state.
   */
  seen(status: PodStatus | undefined): void {
    const shown = new Map((status?.conditions ?? []).map(({ type, status: truth }) => [type, truth]));
    const own = (this.#written?.conditions ?? []).filter(isOfNode);
    const isResizeShown = this.#written === undefined || resizeOf(status) === resizeOf(this.#written);
    if (isResizeShown && own.every(({ type, status: truth }) => shown.get(type) === truth)) return;
    this.#written = undefined;
    this.changed();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { signal } = this.#stopped;
    // Changes within the same tick are reported together.
    await Promise.resolve();
    while (this.#isDue && !signal.aborted && this.#parts.mayReport()) {
      this.#isDue = false;
      const life = this.#life();
      if (life === undefined) break;
      try {
        await this.#report(life);
      } catch (error) {
        // The pod was deleted or replaced by another one of the same name: the informer will deliver that.
        if (isApiError(error, "NotFound") || isApiError(error, "Conflict")) break;
        const { namespace, name } = life.pod.metadata;
        this.#parts.onError(error, `${namespace}/${name}`);
        this.#isDue = true;
        await this.#parts.time.sleep(RETRY, signal);
      }
    }
    this.#writing = undefined;
  }

  async #report(life: PodLife): Promise<void> {
    const { client } = this.#parts;
    const { namespace, name, uid } = life.pod.metadata;
    const ref = { ...PODS, namespace, name };
    const { isTerminated, status } = life;
    if (!deepEqual(status, this.#written)) {
      await client.patch({ ...ref, subresource: "status" }, patchOf(life.pod, status), { type: "strategic" });
      this.#written = status;
    }
    if (isTerminated) await client.delete(ref, { ...(uid === undefined ? {} : { uid }), gracePeriodSeconds: 0 });
  }
}

/** The directive of a patch that orders the conditions. */
const CONDITION_ORDER = "$setElementOrder/conditions";

/** Marks an item for removal from a list that is merged by a key. */
const deleted = <T extends object>(item: T): T & { readonly $patch: "delete" } => ({ ...item, $patch: "delete" });

/**
 * The patch of a pod's status. It explicitly removes fields of conditions, and addresses, that the node no longer
 * reports: lists of conditions and addresses are merged by key, so omitting them would keep them.
 */
function patchOf({ metadata, status: shown }: NodePod, status: PodStatus): Record<string, unknown> {
  const reported = status.conditions ?? [];
  const gone = (shown?.conditions ?? [])
    .filter(({ type }) => NODE_CONDITIONS.has(type) && !reported.some((each) => each.type === type))
    .map(({ type }) => deleted({ type }));
  // The conditions of others are not written: they may have changed in the meantime.
  const own = reported.filter(isOfNode).map((condition) => ({ reason: null, message: null, ...condition }));
  const order = reported.map(({ type }) => ({ type }));
  const conditions = {
    conditions: [...own, ...gone],
    ...(order.length === 0 ? {} : { [CONDITION_ORDER]: order }),
  };
  const podIPs = (status.podIPs ?? []).map(({ ip }) => ip);
  const left = (shown?.podIPs ?? []).filter(({ ip }) => podIPs.length > 0 && !podIPs.includes(ip));
  const addresses = left.length === 0 ? {} : { podIPs: [...(status.podIPs ?? []), ...left.map(deleted)] };
  const resize = resizeOf(shown) === "" ? {} : { resize: null };
  return { metadata: { uid: metadata.uid }, status: { ...resize, ...status, ...addresses, ...conditions } };
}

/** The resize state of a status; the type package does not have the field. */
const resizeOf = (status: PodStatus | undefined): string =>
  (status as { readonly resize?: string } | undefined)?.resize ?? "";
