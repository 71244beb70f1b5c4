import { mkdirSync, writeFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import type { ApiServer } from "./apiServer.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { disturb } from "./disturbances.ts";
import { checkFollowers, Follower } from "./follower.ts";
import { describe as line } from "./history.ts";
import { Limits, prepareQuota } from "./limits.ts";
import { checkLinearizable } from "./linearizable.ts";
import { createRandom, type Random } from "./random.ts";
import { Registers } from "./registers.ts";

const SECONDS = Number(process.env["ORRERY_FAULT_SECONDS"] ?? 60);
const SEED = Number(process.env["ORRERY_SEED"] ?? Date.now() % 1_000_000);
const CLIENTS = 8;
const FOLLOWERS = 3;
/** Maximum milliseconds until everything works again. */
const RECOVERY = 30_000;
/** File for the history of an object that no order explains. */
const REPORT = new URL(`../node_modules/.cache/orrery/faults-${SEED}.txt`, import.meta.url);

/** Runs actions one after the other at one server, and switches to the next server when it does not answer. */
async function client(
  id: number,
  { servers }: Cluster,
  random: Random,
  stopped: AbortSignal,
  observations: Observations,
): Promise<void> {
  let at = id;
  while (!stopped.aborted) {
    const server = servers[at % servers.length] as ApiServer;
    try {
      const unknown = observations.registers.counts.unknown;
      if (random.chance(0.8)) await observations.registers.act(id, server, random);
      else await observations.limits.act(server, random);
      if (observations.registers.counts.unknown > unknown) at += 1;
    } catch {
      at += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 20)));
  }
}

interface Observations {
  readonly registers: Registers;
  readonly limits: Limits;
}

/** Resolves once every server works again. */
async function recovered({ servers }: Cluster): Promise<number> {
  const began = performance.now();
  for (const server of servers) {
    await vi.waitFor(
      async () => {
        expect((await server.request("GET", "/readyz")).status).toBe(200);
        const path = "/api/v1/namespaces/default/configmaps?dryRun=All";
        expect((await server.request("POST", path, { body: { metadata: { generateName: "x-" } } })).status).toBe(201);
      },
      { timeout: RECOVERY, interval: 100 },
    );
  }
  return performance.now() - began;
}

/** Writes a last object, and waits until every follower received it. */
async function caughtUp({ servers: [server] }: Cluster, followers: readonly Follower[]): Promise<void> {
  const body = { metadata: { name: "last", labels: { test: "registers" } }, data: { value: "last" } };
  const created = await server?.request("POST", "/api/v1/namespaces/default/configmaps", { body });
  expect(created?.status).toBe(201);
  await vi.waitFor(
    () => {
      for (const { stretches } of followers) expect(stretches.at(-1)?.events.at(-1)?.name).toBe("last");
    },
    { timeout: RECOVERY, interval: 100 },
  );
}

/** Objects whose histories have no explanation, with those histories. */
function unexplained({ histories }: Registers): string[] {
  const faults: string[] = [];
  for (const [name, history] of histories) {
    const verdict = checkLinearizable(history);
    if (verdict.type === "linearizable") continue;
    const longest = verdict.type === "violated" ? ["explained so far:", ...verdict.longest.map(line)] : [];
    faults.push([`${name}: ${verdict.type}`, ...history.map(line), ...longest].join("\n"));
  }
  return faults;
}

it(
  `three servers on three members, ${CLIENTS} clients, ${SECONDS} s of faults, seed ${SEED}`,
  async () => {
    const random = createRandom(SEED);
    const cluster = await startCluster();
    try {
      const observations: Observations = { registers: new Registers(), limits: new Limits() };
      await prepareQuota(cluster.servers[0] as ApiServer);
      const [calm, followed] = [new AbortController(), new AbortController()];
      const followers = Array.from({ length: FOLLOWERS }, (_, i) => new Follower(cluster.servers, i, random.fork()));
      const following = Promise.all(followers.map((follower) => follower.follow(followed.signal)));
      const ids = Array.from({ length: CLIENTS }, (_, id) => id);
      const clients = Promise.all(ids.map((id) => client(id, cluster, random.fork(), calm.signal, observations)));
      const timer = setTimeout(() => calm.abort(), SECONDS * 1000);
      const disturbances = await disturb(cluster, random.fork(), calm.signal);
      clearTimeout(timer);
      await clients;
      const recovery = await recovered(cluster);
      for (const [i, server] of cluster.servers.entries()) {
        await observations.registers.readAll(CLIENTS + i, server);
        expect(await observations.limits.check(server)).toBe(true);
      }
      await caughtUp(cluster, followers);
      followed.abort();
      await following;

      const { registers, limits } = observations;
      const stretches = followers.flatMap((follower) => follower.stretches);
      const delivered = stretches.reduce((sum, { events }) => sum + events.length, 0);
      const resumed = followers.reduce((sum, follower) => sum + follower.resumed, 0);
      console.log(
        [
          `seed ${SEED}, ${SECONDS} s: ${registers.counts.answered} operations answered, ${registers.counts.unknown} with unknown outcome, on ${registers.histories.size} objects`,
          `followers: ${delivered} changes told, ${resumed} watches, ${stretches.length} lists`,
          `limits: ${JSON.stringify(limits.counts)}`,
          `all well again after ${Math.round(recovery)} ms`,
          ...[...disturbances].map(([name, count]) => `${count} × ${name}`),
        ].join("\n"),
      );
      const faults = [
        ...unexplained(registers),
        ...checkFollowers(stretches, registers.acknowledged),
        ...limits.faults,
      ];
      if (faults.length > 0) {
        mkdirSync(new URL(".", REPORT), { recursive: true });
        writeFileSync(REPORT, faults.join("\n\n"));
      }
      expect(faults.slice(0, 3)).toEqual([]);
      expect(registers.counts.answered).toBeGreaterThan(SECONDS * 10);
      expect(limits.counts.services + limits.counts.secrets).toBeGreaterThan(10);
    } finally {
      await cluster.discard();
    }
  },
  SECONDS * 1000 + 180_000,
);
