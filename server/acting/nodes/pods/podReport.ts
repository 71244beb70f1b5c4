import type { PodStatus } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { ProgramTime } from "../programs/program.ts";
import type { PodLife } from "./podLife.ts";
import type { NodePod } from "./podParts.ts";
import { NODE_CONDITIONS } from "./podStatus.ts";

export interface ReportParts {
  readonly client: ApiClient;
  readonly time: ProgramTime;
  /** Whether the API can be reached now. If it cannot, the owner of the report calls again when it can. */
  mayTell(): boolean;
  onError(error: unknown, key: string): void;
}

const PODS = { group: "", version: "v1", resource: "pods" };
/** Time until a report that failed is tried again, in milliseconds. */
const RETRY = 1_000;

/** Reports the status of one pod to the API: only the latest, when much happens at once. */
export class PodReport {
  readonly #parts: ReportParts;
  readonly #life: () => PodLife | undefined;
  readonly #stopped = new AbortController();
  #written: PodStatus | undefined;
  #isDue = false;
  #writing: Promise<void> | undefined;

  constructor(life: () => PodLife | undefined, parts: ReportParts) {
    this.#life = life;
    this.#parts = parts;
  }

  /** Something has changed. */
  changed(): void {
    this.#isDue = true;
    if (this.#parts.mayTell()) this.#writing ??= this.#write();
  }

  /** Writes again what another writer has overwritten: the conditions of a pod and how it is resized are its node's. */
  seen(status: PodStatus | undefined): void {
    const shown = new Map((status?.conditions ?? []).map(({ type, status: truth }) => [type, truth]));
    const own = this.#written?.conditions ?? [];
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
    // Changes of the same turn are reported together.
    await Promise.resolve();
    while (this.#isDue && !signal.aborted && this.#parts.mayTell()) {
      this.#isDue = false;
      const life = this.#life();
      if (life === undefined) break;
      try {
        await this.#tell(life);
      } catch (error) {
        // Gone, or another pod of the name by now: the informer delivers that.
        if (isApiError(error, "NotFound") || isApiError(error, "Conflict")) break;
        const { namespace, name } = life.pod.metadata;
        this.#parts.onError(error, `${namespace}/${name}`);
        this.#isDue = true;
        await this.#parts.time.sleep(RETRY, signal);
      }
    }
    this.#writing = undefined;
  }

  async #tell(life: PodLife): Promise<void> {
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

/** An item that is to go from a list whose items are merged by a key. */
const deleted = <T extends object>(item: T): T & { readonly $patch: "delete" } => ({ ...item, $patch: "delete" });

/**
 * What a condition no longer says is to go, too, and so is what the node no longer says: conditions are merged by their type,
 * and addresses by themselves.
 */
function patchOf({ metadata, status: shown }: NodePod, status: PodStatus): Record<string, unknown> {
  const told = status.conditions ?? [];
  const gone = (shown?.conditions ?? [])
    .filter(({ type }) => NODE_CONDITIONS.has(type) && !told.some((each) => each.type === type))
    .map(({ type }) => deleted({ type }));
  const conditions = [...told.map((condition) => ({ reason: null, message: null, ...condition })), ...gone];
  const podIPs = (status.podIPs ?? []).map(({ ip }) => ip);
  const left = (shown?.podIPs ?? []).filter(({ ip }) => podIPs.length > 0 && !podIPs.includes(ip));
  const addresses = left.length === 0 ? {} : { podIPs: [...(status.podIPs ?? []), ...left.map(deleted)] };
  const resize = resizeOf(shown) === "" ? {} : { resize: null };
  return { metadata: { uid: metadata.uid }, status: { ...resize, ...status, ...addresses, conditions } };
}

/** The type package does not know it. */
const resizeOf = (status: PodStatus | undefined): string =>
  (status as { readonly resize?: string } | undefined)?.resize ?? "";
