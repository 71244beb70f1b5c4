import { badRequest, methodNotAllowed, notFound } from "../../../../shared/status.ts";
import { percentDecoded } from "../../../../shared/text/percentDecoded.ts";
import { type ActorState, NoSuchActorError } from "../../../acting/actors/actors.ts";
import { TROUBLES, type Trouble, TroubleError, type TroubleKind } from "../../../acting/trouble/trouble.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import type { ClockState } from "../../../ground/timing/sandboxClock.ts";
import type { PathHandler } from "../../../serving/endpoints/nonResource/nonResource.ts";
import { STEERING } from "../../../serving/http/filters/slowDown.ts";
import { answerCauses } from "./causeRoutes.ts";
import type { Simulation } from "./simulation.ts";

/** Maximum milliseconds of sandbox time by which one request can set the time forward. */
const MAX_ADVANCE = 366 * 24 * 3600_000;

/**
 * The paths that control a sandbox: `/simulation/time`, `/actors` and `/troubles`; `/causes` shows the causes of its
 * actions. Requests are authorized as non-resource paths (by default only for administrators), and audited like all
 * others.
 */
export function simulationRoutes(simulation: Simulation, keepTime: () => Promise<void>): [string, PathHandler][] {
  const answer: PathHandler = async (context) => {
    const [, , part = "", ...rest] = context.path.split("/").map((each) => percentDecoded(each) ?? each);
    try {
      if (part === "time") return await steerTime(simulation, context, rest, keepTime);
      if (part === "actors") return await steerActors(simulation, context, rest);
      if (part === "causes" && rest.length === 0) return answerCauses(simulation.causes, context);
      if (part === "troubles") return await steerTroubles(simulation, context, rest);
    } catch (error) {
      if (error instanceof NoSuchActorError || error instanceof TroubleError || error instanceof RangeError) {
        throw badRequest(error.message);
      }
      throw error;
    }
    throw unknownPath(context);
  };
  return [[STEERING, answer]];
}

const json = (body: unknown, status = 200): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  body: `${JSON.stringify(body)}\n`,
});

const unknownPath = ({ path }: RequestContext) => notFound({ group: "", resource: "simulation" }, path);
const refused = ({ method }: RequestContext) => methodNotAllowed({ group: "", resource: "simulation" }, method);

const timeOf = ({ now, running, speed }: ClockState) => ({ time: new Date(now).toISOString(), running, speed });

async function steerTime(
  { clock }: Simulation,
  context: RequestContext,
  [action]: readonly string[],
  keepTime: () => Promise<void>,
): Promise<Answer> {
  const { method } = context;
  if (action === undefined && method === "GET") return json(timeOf(clock.state));
  if (action === undefined && (method === "PUT" || method === "PATCH")) {
    const wanted = await bodyOf(context);
    clock.set({
      ...optional("running", wanted["running"], "boolean"),
      ...optional("speed", wanted["speed"], "number"),
    });
    await keepTime();
    return json(timeOf(clock.state));
  }
  if (method !== "POST") throw refused(context);
  if (action === "step") {
    const passed = clock.step();
    await keepTime();
    return json({ ...timeOf(clock.state), passedMilliseconds: passed ?? 0 });
  }
  if (action !== "forward") throw unknownPath(context);
  const by = durationOf((await bodyOf(context))["by"]);
  if (by === undefined || by > MAX_ADVANCE) throw badRequest('"by" must be a time such as 10m, a year at most');
  // This may take longer than a request's time limit: the client polls the time to see when it is reached.
  void clock.forward(by).then(keepTime);
  return json(timeOf(clock.state), 202);
}

const actorOf = ({ name, kind, running, waiting, working }: ActorState) => ({ name, kind, running, waiting, working });

async function steerActors(
  { actors }: Simulation,
  context: RequestContext,
  [name, action]: readonly string[],
): Promise<Answer> {
  const { method } = context;
  const list = (): Answer => json({ items: actors.list().map(actorOf) });
  if (name === undefined && method === "GET") return list();
  if (action === "step" && name !== undefined && method === "POST") return json({ stepped: actors.step(name) });
  if (action !== undefined || (method !== "PUT" && method !== "PATCH")) throw refused(context);
  const { running } = await bodyOf(context);
  if (typeof running !== "boolean") throw badRequest('"running" must be true or false');
  if (name === undefined) actors.setAll(running);
  else actors.set(name, running);
  return list();
}

const troubleOf = ({ id, kind, target, since, until }: Trouble) => ({
  ...{ id, kind, target, since: new Date(since).toISOString() },
  ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
});

async function steerTroubles(
  { troubles }: Simulation,
  context: RequestContext,
  [id]: readonly string[],
): Promise<Answer> {
  const { method } = context;
  if (id === undefined && method === "GET") return json({ items: troubles.list().map(troubleOf), kinds: TROUBLES });
  if (id === undefined && method === "POST") {
    const { kind, target = "", for: text } = await bodyOf(context);
    if (typeof kind !== "string" || !Object.hasOwn(TROUBLES, kind)) {
      throw badRequest(`"kind" must be one of ${Object.keys(TROUBLES).join(", ")}`);
    }
    if (typeof target !== "string") throw badRequest('"target" must be a text');
    const duration = text === undefined ? undefined : durationOf(text);
    if (text !== undefined && duration === undefined) throw badRequest('"for" must be a time such as 2m');
    return json(troubleOf(troubles.begin({ kind: kind as TroubleKind, target, duration })), 201);
  }
  if (id === undefined && method === "DELETE") {
    troubles.clear();
    return json({ items: [] });
  }
  if (id !== undefined && method === "DELETE") {
    troubles.end(id);
    return json({ items: troubles.list().map(troubleOf) });
  }
  throw refused(context);
}

/** @throws ApiError 400 when the body is not a JSON object */
async function bodyOf(context: RequestContext): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse((await context.body()).toString("utf8"));
  } catch {
    throw badRequest("the body must be a JSON object");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw badRequest("the body must be a JSON object");
  return value as Record<string, unknown>;
}

/** @throws ApiError 400 for a value of the wrong type */
function optional(name: string, value: unknown, type: "boolean" | "number"): Record<string, never> {
  if (value === undefined) return {};
  if (typeof value !== type) throw badRequest(`${JSON.stringify(name)} must be a ${type}`);
  return { [name]: value } as Record<string, never>;
}

/** A duration in milliseconds; undefined for a text that is not a positive duration. */
function durationOf(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  try {
    const nanoseconds = parseDuration(value);
    return nanoseconds > 0 ? Number(nanoseconds) / 1e6 : undefined;
  } catch {
    return undefined;
  }
}
