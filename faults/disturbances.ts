import { setTimeout } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Random } from "./random.ts";

/** A fault that lasts for a while. */
interface Disturbance {
  readonly name: string;
  /** Maximum duration in milliseconds; 0 for a fault without duration. */
  readonly longest: number;
  /** @returns a function that ends the fault */
  begin(cluster: Cluster, random: Random): Promise<() => void | Promise<void>>;
}

const nothing = (): void => {};

/** Faults of servers and members of etcd. */
const OF_PROCESSES: readonly Disturbance[] = [
  {
    name: "a server is killed",
    longest: 2000,
    async begin({ servers }, random) {
      const server = random.of(servers);
      await server.kill();
      return () => server.restart();
    },
  },
  {
    name: "a server is paused",
    longest: 4000,
    async begin({ servers }, random) {
      const server = random.of(servers);
      server.pause();
      return () => server.resume();
    },
  },
  {
    name: "a member is killed",
    longest: 3000,
    async begin({ members }, random) {
      const member = random.of(members);
      await member.kill();
      return () => member.start();
    },
  },
  {
    name: "a member is paused",
    longest: 4000,
    async begin({ members }, random) {
      const member = random.of(members);
      await member.pause();
      return () => member.resume();
    },
  },
  {
    name: "two members are paused",
    longest: 2500,
    async begin({ members }, random) {
      const left = random.of(members);
      const lost = members.filter((member) => member !== left);
      for (const member of lost) await member.pause();
      return () => {
        for (const member of lost) member.resume();
      };
    },
  },
];

/**
 * Faults of the connections between them, and of their stored history: these may happen at any time, during any other
 * fault.
 */
const OF_CONNECTIONS: readonly Disturbance[] = [
  {
    name: "connections between a server and the members are cut",
    longest: 0,
    async begin({ links }, random) {
      for (const link of random.of(links)) link.cut();
      return nothing;
    },
  },
  {
    name: "a member's answers do not reach a server",
    longest: 3000,
    async begin({ links }, random) {
      const link = random.of(random.of(links));
      link.holdAnswers();
      return () => link.cut();
    },
  },
  {
    name: "connections of clients are cut",
    longest: 0,
    async begin({ servers }, random) {
      random.of(servers).cutClients();
      return nothing;
    },
  },
  {
    name: "etcd is compacted",
    longest: 0,
    async begin({ members }, random) {
      await compact(random.of(members).url).catch(nothing);
      return nothing;
    },
  },
];

/** Compacts etcd's whole history at once: watches that lag have to list again. */
async function compact(url: string): Promise<void> {
  const signal = AbortSignal.timeout(1000);
  const ask = async (path: string, body: object): Promise<unknown> =>
    (await fetch(`${url}/v3/${path}`, { method: "POST", body: JSON.stringify(body), signal })).json();
  const { header } = (await ask("maintenance/status", {})) as { header: { revision: string } };
  await ask("kv/compaction", { revision: header.revision });
}

/** How often each disturbance happened, by name. */
export type DisturbanceCounts = ReadonlyMap<string, number>;

/**
 * Disturbs a cluster, its processes and connections at the same time, until the signal aborts; then ends all faults.
 */
export async function disturb(cluster: Cluster, random: Random, stopped: AbortSignal): Promise<DisturbanceCounts> {
  const counts = new Map<string, number>();
  const oneByOne = async (disturbances: readonly Disturbance[], own: Random): Promise<void> => {
    while (!stopped.aborted) {
      const { name, longest, begin } = own.of(disturbances);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      const mend = await begin(cluster, own);
      await passing(own.between(longest / 4, longest), stopped);
      await mend();
      await passing(own.between(200, 1500), stopped);
    }
  };
  await Promise.all([oneByOne(OF_PROCESSES, random.fork()), oneByOne(OF_CONNECTIONS, random.fork())]);
  return counts;
}

/** Resolves after a time, or when the signal aborts. */
const passing = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(nothing);
