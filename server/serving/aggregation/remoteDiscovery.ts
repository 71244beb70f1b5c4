import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { WebhookError } from "../../access/webhook/webhookError.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { ApiServices } from "./apiServices.ts";
import {
  acceptedForms,
  aggregatedEntries,
  type DiscoveryEntry,
  entryOfList,
  isAggregatedType,
} from "./discoveryEntries.ts";
import { AGGREGATOR, fetchDocument } from "./fetchDocument.ts";
import { readJson } from "./readJson.ts";
import type { RemoteApi } from "./remoteApi.ts";
import { RemoteChecks } from "./remoteChecks.ts";

export interface RemoteDiscoveryParts {
  readonly apiServices: ApiServices;
  readonly vocabulary: Vocabulary;
  readonly timers: Timers;
  onError(error: unknown, name: string): void;
}

/** The last aggregated discovery document of a server. */
interface Known {
  readonly signature: string;
  readonly etag: string | undefined;
  readonly entries: ReadonlyMap<string, DiscoveryEntry>;
}

/** Maximum bytes of a document; longer ones are refused. */
const LIMIT = 2 * 1024 * 1024;
/** Timeout for a document, in milliseconds. */
const TIME = 5_000;

/** The resources that extension servers report; their documents are fetched in the background. */
export class RemoteDiscovery {
  readonly #apiServices: ApiServices;
  readonly #accept: string;
  /** Entries by the name of the APIService. */
  readonly #entries = new Map<string, DiscoveryEntry>();
  readonly #documents = new Map<string, Known>();
  readonly #checks: RemoteChecks;

  constructor({ apiServices, vocabulary, timers, onError }: RemoteDiscoveryParts) {
    this.#apiServices = apiServices;
    this.#accept = acceptedForms(vocabulary);
    this.#checks = new RemoteChecks({
      apiServices,
      timers,
      onError,
      check: (remote, signal) => this.#check(remote, signal),
      forget: (name) => this.#forget(name),
    });
  }

  /** The entry of a group version: marked as stale before its server has answered, and when it no longer does. */
  entry({ name, version }: RemoteApi): DiscoveryEntry {
    return this.#entries.get(name) ?? { version, freshness: "Stale" };
  }

  stop(): Promise<void> {
    return this.#checks.stop();
  }

  async #check(remote: RemoteApi, signal: AbortSignal): Promise<void> {
    const { name, version } = remote;
    try {
      this.#set(name, { ...(await this.#fetch(remote, signal)), freshness: "Current" });
    } catch (error) {
      this.#set(name, { ...(this.#entries.get(name) ?? { version }), freshness: "Stale" });
      throw error;
    }
  }

  #set(name: string, entry: DiscoveryEntry): void {
    const known = this.#entries.get(name);
    this.#entries.set(name, entry);
    if (known === undefined || JSON.stringify(known) !== JSON.stringify(entry)) this.#apiServices.touch();
  }

  #forget(name: string): void {
    this.#entries.delete(name);
    const used = new Set([...this.#apiServices.remotes].map(({ service }) => service.signature));
    for (const signature of this.#documents.keys()) if (!used.has(signature)) this.#documents.delete(signature);
  }

  /** @throws WebhookError */
  async #fetch(remote: RemoteApi, signal: AbortSignal): Promise<DiscoveryEntry> {
    const { group, version, service } = remote;
    const known = this.#documents.get(service.signature);
    const options = { identity: AGGREGATOR, limit: LIMIT, time: TIME, signal };
    const answer = await fetchDocument(service, "/apis", { ...options, accept: this.#accept, known: known?.etag });
    if (answer.status === 304 && known !== undefined) return known.entries.get(`${group}/${version}`) ?? { version };
    if (answer.status === 503) throw new WebhookError("status", "the server is not available", answer.status);
    if (answer.status === 200 && isAggregatedType(answer.type)) {
      const entries = await inTurns(aggregatedEntries(await readJson(answer.bytes)));
      this.#documents.set(service.signature, { signature: service.signature, etag: answer.etag, entries });
      return entries.get(`${group}/${version}`) ?? { version };
    }
    this.#documents.delete(service.signature);
    const path = `/apis/${group}/${version}`;
    const list = await fetchDocument(service, path, { ...options, accept: "application/json" });
    if (list.status !== 200) {
      throw new WebhookError("status", `failed to download discovery for ${path}: ${list.status}`, list.status);
    }
    return inTurns(entryOfList(await readJson(list.bytes), group, version));
  }
}
