import { Fifo } from "../../../shared/collections/fifo.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { timestamp } from "../../../shared/time.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { type Correlated, EventCorrelator } from "./eventCorrelator.ts";
import { type EventWords, involvedObject, type ObjectOfEvent, objectOfEvent } from "./eventWords.ts";

export interface EventRecorderParts {
  readonly client: Pick<ApiClient, "create" | "patch">;
  /** The reporting component: `deployment-controller`. */
  readonly component: string;
  /** Where the component runs, if that matters: the node of a node's agent. */
  readonly host?: string;
  /** Milliseconds since the epoch. */
  now(): number;
  onError(error: unknown, key: string): void;
}

const EVENTS = { group: "", version: "v1", resource: "events" };
/**
 * Maximum number of Events waiting to be written. Further ones are dropped, because reporting must not delay the work.
 */
const WAITING = 1000;

/** Writes Events about objects in the name of one component, one at a time and in the background. */
export class EventRecorder {
  readonly #parts: EventRecorderParts;
  readonly #correlator = new EventCorrelator();
  readonly #waiting = new Fifo<() => Promise<void>>();
  #writing: Promise<void> | undefined;
  #named = 0;
  #isStopped = false;

  constructor(parts: EventRecorderParts) {
    this.#parts = parts;
  }

  /** Writes an Event about an object. Never throws. @param fieldPath a part of the object: `spec.containers{web}` */
  record(
    object: ApiObject,
    type: EventWords["type"],
    reason: string,
    message: string,
    { fieldPath, annotations }: { readonly fieldPath?: string; readonly annotations?: Record<string, string> } = {},
  ): void {
    if (this.#isStopped || this.#waiting.size >= WAITING) return;
    const of = objectOfEvent(object, fieldPath);
    const words = { type, reason, message };
    this.#waiting.push(() => this.#write(of, words, annotations));
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when every Event so far was written, or has failed. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** Drops pending Events, and waits for the one being written. Later Events are ignored. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting.clear();
    await this.idle();
  }

  async #writeAll(): Promise<void> {
    for (let write = this.#waiting.shift(); write !== undefined; write = this.#waiting.shift()) await write();
    this.#writing = undefined;
  }

  async #write(of: ObjectOfEvent, words: EventWords, annotations: Record<string, string> | undefined): Promise<void> {
    const { now, onError } = this.#parts;
    const correlated = this.#correlator.correlate(of, words, now());
    if (correlated === undefined) return;
    try {
      const counted = correlated.known !== undefined && (await this.#count(of, correlated));
      if (!counted) await this.#create(of, words, correlated, annotations);
    } catch (error) {
      if (!isNamespaceOver(error)) onError(error, `${of.namespace}/${of.name}`);
    }
  }

  /** Increments the count of an Event; false when it no longer exists. */
  async #count(of: ObjectOfEvent, { known, message, stored }: Correlated): Promise<boolean> {
    if (known === undefined) return false;
    const count = known.count + 1;
    const lastTimestamp = timestamp(this.#parts.now());
    try {
      await this.#parts.client.patch(
        { ...EVENTS, namespace: namespaceOf(of), name: known.name },
        { count, lastTimestamp, message },
      );
      stored({ ...known, count });
      return true;
    } catch (error) {
      if (!isApiError(error, "NotFound")) throw error;
      stored(undefined);
      return false;
    }
  }

  async #create(
    of: ObjectOfEvent,
    { type, reason }: EventWords,
    { message, stored }: Correlated,
    annotations: Record<string, string> | undefined,
  ): Promise<void> {
    const { client, component, host, now } = this.#parts;
    const namespace = namespaceOf(of);
    const first = timestamp(now());
    const name = `${of.name}.${this.#moment().toString(16)}`;
    await client.create(
      { ...EVENTS, namespace },
      {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name, namespace, ...(annotations === undefined ? {} : { annotations }) },
        involvedObject: involvedObject(of),
        reason,
        message,
        source: { component, ...(host === undefined ? {} : { host }) },
        firstTimestamp: first,
        lastTimestamp: first,
        count: 1,
        type,
        reportingComponent: component,
        ...(host === undefined ? {} : { reportingInstance: host }),
      },
    );
    stored({ name, count: 1, first });
  }

  /** A unique number of nanoseconds since the epoch, for the names of Events. */
  #moment(): bigint {
    this.#named = (this.#named + 1) % 1_000_000;
    return BigInt(Math.trunc(this.#parts.now())) * 1_000_000n + BigInt(this.#named);
  }
}

/** The namespace of an Event; for cluster-scoped objects, it is the default one. */
const namespaceOf = ({ namespace }: ObjectOfEvent): string => (namespace === "" ? "default" : namespace);

/** Whether an Event cannot be stored because its namespace is being deleted, or is gone. */
function isNamespaceOver(error: unknown): boolean {
  if (!isApiError(error)) return false;
  const { kind, causes = [] } = error.status.details ?? {};
  return (
    (isApiError(error, "NotFound") && kind === "namespaces") ||
    causes.some(({ reason }) => reason === "NamespaceTerminating")
  );
}
