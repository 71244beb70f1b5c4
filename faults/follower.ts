import type { EventStream } from "../server/testing/watchClient.ts";
import type { ApiServer } from "./apiServer.ts";
import type { Random } from "./random.ts";
import { configMapValue, LABEL } from "./registers.ts";

const PATH = `/api/v1/configmaps?labelSelector=test%3D${LABEL}`;

/** A change as a follower received it. */
export interface Seen {
  readonly version: number;
  readonly name: string;
  readonly type: string;
  readonly value: string | undefined;
  /** Which of the follower's watches delivered it, for messages. */
  readonly watch: string;
}

/**
 * Finds missed events: creations and deletions of an object alternate, so two of a kind in a row mean that no follower
 * received the one between them.
 */
function outOfTurn(stretches: readonly WatchSpan[]): string[] {
  const all = new Map<number, Seen>();
  for (const { events } of stretches) for (const event of events) all.set(event.version, event);
  const faults: string[] = [];
  const last = new Map<string, Seen>();
  for (const event of [...all.values()].sort((a, b) => a.version - b.version)) {
    const before = last.get(event.name);
    const wasGone = before?.type === "DELETED";
    const isCovered = stretches.some(({ after, upTo }) => after <= (before?.version ?? 0) && upTo >= event.version);
    if (before !== undefined && isCovered && (event.type === "ADDED") !== wasGone) {
      faults.push(`version ${event.version}: ${event.name} ${event.type} after ${before.type} in ${before.version}`);
    }
    last.set(event.name, event);
  }
  return faults;
}

/**
 * A gapless stretch of a follower's history: it should have received every change after one version and up to another.
 */
export interface WatchSpan {
  readonly after: number;
  upTo: number;
  readonly events: Seen[];
}

/**
 * Lists and watches. When a watch ends, continues at another server from the last version; lists again only when it
 * must.
 */
export class Follower {
  readonly stretches: WatchSpan[] = [];
  /** Number of watches that continued where another had ended. */
  resumed = 0;
  readonly #servers: readonly ApiServer[];
  readonly #random: Random;
  #at: number;
  #stream: EventStream | undefined;

  constructor(servers: readonly ApiServer[], first: number, random: Random) {
    this.#servers = servers;
    this.#at = first;
    this.#random = random;
  }

  /** Follows the changes until it is stopped. */
  async follow(stopped: AbortSignal): Promise<void> {
    stopped.addEventListener("abort", () => this.#stream?.close(), { once: true });
    while (!stopped.aborted) {
      try {
        const stretch = this.stretches.at(-1) ?? (await this.#list());
        await this.#watch(stretch, stopped);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      this.#at += 1 + this.#random.whole(2);
    }
  }

  get #server(): ApiServer {
    return this.#servers[this.#at % this.#servers.length] as ApiServer;
  }

  async #list(): Promise<WatchSpan> {
    const { status, body } = await this.#server.request("GET", PATH);
    if (status !== 200) throw new Error(`the list was answered with ${status}`);
    const version = Number((body.metadata as { resourceVersion?: string }).resourceVersion);
    const stretch = { after: version, upTo: version, events: [] };
    this.stretches.push(stretch);
    return stretch;
  }

  async #watch(stretch: WatchSpan, stopped: AbortSignal): Promise<void> {
    const stream = await this.#server.watch(
      `${PATH}&watch=true&allowWatchBookmarks=true&resourceVersion=${stretch.upTo}`,
    );
    const watch = `watch ${this.resumed} from version ${stretch.upTo} at server ${this.#at % this.#servers.length}`;
    this.#stream = stream;
    if (stopped.aborted) stream.close();
    this.resumed += 1;
    try {
      for (;;) {
        const event = await stream.next();
        if (event === undefined) return;
        if (event.type === "ERROR") {
          // The history is compacted: the only error after which a client has to list.
          if ((event.object as { code?: number }).code === 410) await this.#list();
          return;
        }
        const version = Number(event.object.metadata.resourceVersion);
        stretch.upTo = Math.max(stretch.upTo, version);
        if (event.type === "BOOKMARK") continue;
        const { name = "" } = event.object.metadata;
        stretch.events.push({ version, name, type: event.type, value: configMapValue(event.object), watch });
      }
    } finally {
      stream.close();
    }
  }
}

/**
 * What followers missed, or received twice, out of order, or with a wrong value. The truth is the union of what all
 * followers received and what the servers acknowledged to writers.
 */
export function checkFollowers(
  stretches: readonly WatchSpan[],
  acknowledged: readonly { readonly name: string; readonly version: number; readonly value: string | undefined }[],
): string[] {
  const faults: string[] = [];
  const truth = new Map<number, { readonly name: string; readonly value: string | undefined }>();
  const agree = (version: number, name: string, value: string | undefined, who: string): void => {
    const known = truth.get(version);
    if (known === undefined) truth.set(version, { name, value });
    else if (known.name !== name || known.value !== value) {
      faults.push(`version ${version}: ${who} says ${name} ${value}, others ${known.name} ${known.value}`);
    }
  };
  for (const { name, version, value } of acknowledged) agree(version, name, value, "the answer to a write");
  for (const { events } of stretches) {
    let last: Seen | undefined;
    for (const event of events) {
      const { version, name, value } = event;
      if (last !== undefined && version <= last.version) {
        faults.push(`version ${version} (${event.watch}) was told after ${last.version} (${last.watch})`);
      }
      last = event;
      agree(version, name, value, "a follower");
    }
  }
  const versions = [...truth.keys()].sort((a, b) => a - b);
  faults.push(...outOfTurn(stretches));
  for (const { after, upTo, events } of stretches) {
    const told = new Set(events.map(({ version }) => version));
    for (const version of versions) {
      if (version > after && version <= upTo && !told.has(version)) {
        faults.push(`version ${version} (${truth.get(version)?.name}) was not told between ${after} and ${upTo}`);
      }
    }
  }
  return faults;
}
