/** The controls of a sandbox: its time, its controllers, and its simulated faults. */
import { request } from "../api/requests/request.ts";

export interface SandboxTime {
  /** RFC 3339. */
  readonly time: string;
  readonly running: boolean;
  /** Speed relative to real time. */
  readonly speed: number;
}

export interface Actor {
  readonly name: string;
  readonly kind: "controller" | "scheduler";
  readonly running: boolean;
  /** Items in the work queue, including those in progress. */
  readonly waiting: number;
  readonly working: number;
}

export interface OngoingTrouble {
  readonly id: string;
  readonly kind: string;
  readonly target: string;
  readonly since: string;
  readonly until?: string;
}

export interface TroubleInput {
  readonly kind: string;
  readonly target: string;
}

async function ask<T>(
  cluster: string,
  method: "GET" | "PUT" | "POST" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const { body: answer } = await request<T>(cluster, { method, path: `/simulation/${path}`, body });
  return answer;
}

const actorPath = (name: string): string => `actors/${encodeURIComponent(name)}`;

/**
 * The requests of `orrery time`, `orrery actors` and `orrery trouble`. All reject with an ApiError that has the
 * server's message.
 */
export const simulation = {
  time: (cluster: string) => ask<SandboxTime>(cluster, "GET", "time"),
  setTime: (cluster: string, change: Partial<Pick<SandboxTime, "running" | "speed">>) =>
    ask<SandboxTime>(cluster, "PUT", "time", change),
  /** Advances the time to the next due event. */
  stepTime: (cluster: string) => ask<SandboxTime & { passedMilliseconds: number }>(cluster, "POST", "time/step"),
  actors: async (cluster: string) => (await ask<{ items: Actor[] }>(cluster, "GET", "actors")).items,
  setActor: (cluster: string, name: string, running: boolean) =>
    ask<{ items: Actor[] }>(cluster, "PUT", actorPath(name), { running }),
  /** Lets a paused controller process one item. */
  stepActor: (cluster: string, name: string) => ask<{ stepped: boolean }>(cluster, "POST", `${actorPath(name)}/step`),
  troubles: async (cluster: string) => (await ask<{ items: OngoingTrouble[] }>(cluster, "GET", "troubles")).items,
  beginTrouble: (cluster: string, change: TroubleInput) => ask<OngoingTrouble>(cluster, "POST", "troubles", change),
  endTrouble: (cluster: string, id: string) =>
    ask<{ items: OngoingTrouble[] }>(cluster, "DELETE", `troubles/${encodeURIComponent(id)}`),
};
