import type { Filter, RequestContext } from "../../../ground/request/context.ts";
import { noteWaiting } from "../../../ground/request/inFlight.ts";
import { isLongRunning } from "../../../ground/request/longRunning.ts";
import { type BodyLine, type BodyPlace, processBodyLine } from "../bodyLine.ts";

/** Bytes from which on a body waits for its turn. */
const LARGE = 128 * 1024;

/**
 * Has large bodies take turns. A request gets in line when its body was received, so that a slow sender holds nobody up,
 * and leaves when its handler is done with it, even if the client has its answer before (at its deadline) or does not read
 * it. Long-running requests pass their bodies on and do not wait.
 */
export function largeBodies(line: BodyLine = processBodyLine): Filter {
  return (next) => (context) => (mayBeLarge(context) ? inLine(line, context, next) : next(context));
}

async function inLine(line: BodyLine, context: RequestContext, next: Parameters<Filter>[0]) {
  let place: BodyPlace | undefined;
  let isOver = false;
  context.onBody = async (bytes) => {
    if (bytes < LARGE) return;
    const start = performance.now();
    place = await line.enter(bytes, context.signal);
    noteWaiting(context, performance.now() - start);
    context.room = place;
    if (isOver) place.leave();
  };
  try {
    return await next(context);
  } finally {
    isOver = true;
    place?.leave();
  }
}

function mayBeLarge(context: RequestContext): boolean {
  const { method, headers } = context;
  if (method === "GET" || method === "HEAD" || isLongRunning(context)) return false;
  const announced = headers["content-length"];
  return announced === undefined || Number(announced) >= LARGE;
}
