import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { WebhookError } from "../../access/webhook/webhookError.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { WorkQueue } from "../../ground/timing/workQueue.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { refuseDeepNesting } from "../../model/encoding/nesting.ts";
import type { ApiServices } from "./apiServices.ts";
import {
  acceptedForms,
  aggregatedEntries,
  type DiscoveryEntry,
  entryOfList,
  isAggregatedType,
} from "./discoveryEntries.ts";
import { AGGREGATOR, type FetchOptions, fetchDocument } from "./fetchDocument.ts";
import type { RemoteApi } from "./remoteApi.ts";

export interface RemoteDiscoveryParts {
  readonly apiServices: ApiServices;
  readonly vocabulary: Vocabulary;
  readonly timers: Timers;
  onError(error: unknown, name: string): void;
}

/** What is known of a server's document of everything. */
interface Known {
  readonly signature: string;
  readonly etag: string | undefined;
  readonly entries: ReadonlyMap<string, DiscoveryEntry>;
}

/** Between two looks at a server that nothing is heard of, in milliseconds. */
const INTERVAL = 60_000;
const RETRIES = { firstDelay: 100, longestDelay: INTERVAL };
/** Bytes of a document; longer ones are refused. */
const LIMIT = 2 * 1024 * 1024;
/** Milliseconds for a document. */
const TIME = 5_000;

/** The resources that the servers behind this one say they have, asked for in the background. */
export class RemoteDiscovery {
  readonly #parts: RemoteDiscoveryParts;
  /** By the name of the API service. */
  readonly #entries = new Map<string, DiscoveryEntry>();
  readonly #documents = new Map<string, Known>();
  readonly #queue: WorkQueue;
  readonly #stopping = new AbortController();

  constructor(parts: RemoteDiscoveryParts) {
    this.#parts = parts;
    const { apiServices, timers } = parts;
    this.#queue = new WorkQueue({
      timers,
      ...RETRIES,
      work: (name) => this.#look(name),
      onError: (error, name) => {
        if (!this.#stopping.signal.aborted) parts.onError(error, name);
      },
    });
    apiServices.onChange((name) => {
      // What has gone leaves at once.
      if (this.#remoteOf(name) === undefined) this.#forget(name);
      else this.#queue.add(name);
    });
    for (const { name } of apiServices.remotes) this.#queue.add(name);
  }

  /** What is known of a group version: stale until its server has answered, and again when it no longer does. */
  entry({ name, version }: RemoteApi): DiscoveryEntry {
    return this.#entries.get(name) ?? { version, freshness: "Stale" };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#queue.stop();
  }

  #remoteOf(name: string): RemoteApi | undefined {
    const dot = name.indexOf(".");
    return this.#parts.apiServices.remote(name.slice(dot + 1), name.slice(0, dot));
  }

  async #look(name: string): Promise<void> {
    const remote = this.#remoteOf(name);
    if (remote === undefined || remote.group === "") return;
    try {
      const entry = await this.#fetch(remote);
      this.#set(name, { ...entry, freshness: "Current" });
      this.#queue.addAfter(name, INTERVAL);
    } catch (error) {
      const known = this.#entries.get(name) ?? { version: remote.version };
      this.#set(name, { ...known, freshness: "Stale" });
      throw error;
    }
  }

  #set(name: string, entry: DiscoveryEntry): void {
    if (this.#remoteOf(name) === undefined) {
      this.#forget(name);
      return;
    }
    const known = this.#entries.get(name);
    this.#entries.set(name, entry);
    if (known === undefined || JSON.stringify(known) !== JSON.stringify(entry)) this.#parts.apiServices.touch();
  }

  #forget(name: string): void {
    this.#entries.delete(name);
    const used = new Set([...this.#parts.apiServices.remotes].map(({ service }) => service.signature));
    for (const signature of this.#documents.keys()) if (!used.has(signature)) this.#documents.delete(signature);
  }

  /** @throws WebhookError */
  async #fetch(remote: RemoteApi): Promise<DiscoveryEntry> {
    const { group, version, service } = remote;
    const known = this.#documents.get(service.signature);
    const accept = acceptedForms(this.#parts.vocabulary);
    const answer = await fetchDocument(service, "/apis", { ...this.#options(), accept, known: known?.etag });
    if (answer.status === 304 && known !== undefined) return known.entries.get(`${group}/${version}`) ?? { version };
    if (answer.status === 503) throw new WebhookError("status", "the server is not available", answer.status);
    if (answer.status === 200 && isAggregatedType(answer.type)) {
      const entries = aggregatedEntries(await parse(answer.bytes));
      this.#documents.set(service.signature, { signature: service.signature, etag: answer.etag, entries });
      return entries.get(`${group}/${version}`) ?? { version };
    }
    this.#documents.delete(service.signature);
    const path = `/apis/${group}/${version}`;
    const list = await fetchDocument(service, path, { ...this.#options(), accept: "application/json" });
    if (list.status !== 200) {
      throw new WebhookError("status", `failed to download discovery for ${path}: ${list.status}`, list.status);
    }
    return entryOfList(await parse(list.bytes), group, version);
  }

  #options(): Omit<FetchOptions, "accept"> {
    return { identity: AGGREGATOR, limit: LIMIT, time: TIME, signal: this.#stopping.signal };
  }
}

/** @throws WebhookError `body` */
async function parse(bytes: Buffer): Promise<unknown> {
  const text = bytes.toString("utf8");
  try {
    refuseDeepNesting(text);
    return await inTurns(parseInSteps(text));
  } catch {
    throw new WebhookError("body", "the answer is no JSON that can be read");
  }
}
