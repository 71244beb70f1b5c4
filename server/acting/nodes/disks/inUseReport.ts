import type { Node } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { ProgramTime } from "../programs/program.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };
/** Milliseconds until a failed report is retried. */
const RETRY = 1_000;

export interface InUseReportParts {
  readonly client: Pick<ApiClient, "patch">;
  readonly time: ProgramTime;
  readonly name: string;
  /** The node as the API last returned it. */
  node(): ApiObject | undefined;
  inUse(): string[];
  onError(error: unknown, key: string): void;
}

/** Reports in the node's status which volumes the node uses, so that they are not detached. */
export class InUseReport {
  readonly #parts: InUseReportParts;
  readonly #stopped = new AbortController();
  #isDue = false;
  #writing: Promise<void> | undefined;

  constructor(parts: InUseReportParts) {
    this.#parts = parts;
  }

  /** Called when the volumes in use may have changed. */
  changed(): void {
    this.#isDue = true;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { client, time, name, node, inUse, onError } = this.#parts;
    const { signal } = this.#stopped;
    while (this.#isDue && !signal.aborted) {
      this.#isDue = false;
      const wanted = inUse();
      const known = node() as Node | undefined;
      // The volumes of a node that is not registered yet are reported once it is.
      if (known === undefined || deepEqual(wanted, known.status?.volumesInUse ?? [])) continue;
      const status = { volumesInUse: wanted.length === 0 ? null : wanted };
      try {
        await client.patch({ ...NODES, name, subresource: "status" }, { status }, { type: "merge" });
      } catch (error) {
        if (signal.aborted) return;
        onError(error, name);
        this.#isDue = true;
        await time.sleep(RETRY, signal);
      }
    }
  }
}
