import type { Answer, Filter, Handler, RequestContext } from "../../../ground/request/context.ts";
import { noteWaiting } from "../../../ground/request/inFlight.ts";
import { isLongRunning } from "../../../ground/request/longRunning.ts";
import type { BodyPlace } from "../bodyLine.ts";
import { type BodyLines, processBodyLines } from "../bodyLines.ts";

/** Bytes from which on a body waits for its turn. */
const LARGE = 128 * 1024;

/**
 * Makes requests with large bodies take turns. A request joins the line once the server has received its body, so that slow
 * senders block nobody. It leaves when its handler ends, even if the client has received its answer earlier (at its deadline)
 * or does not read it. Long-running requests do not wait: the server passes their bodies on.
 */
export function largeBodies(lines: BodyLines = processBodyLines): Filter {
  return (next) => (context) => (mayBeLarge(context) ? inLine(lines, context, next) : next(context));
}

async function inLine(lines: BodyLines, context: RequestContext, next: Handler): Promise<Answer> {
  const { username } = context.user;
  let place: BodyPlace | undefined;
  let isOver = false;
  context.onBody = async (bytes) => {
    if (bytes < LARGE) return;
    const start = performance.now();
    place = await lines.enter(username, bytes, context.signal);
    noteWaiting(context, performance.now() - start);
    context.room = place;
    if (isOver) lines.leave(username, place);
  };
  try {
    return await next(context);
  } finally {
    isOver = true;
    if (place !== undefined) lines.leave(username, place);
  }
}

function mayBeLarge(context: RequestContext): boolean {
  const { method, headers } = context;
  if (method === "GET" || method === "HEAD" || isLongRunning(context)) return false;
  const announced = headers["content-length"];
  return announced === undefined || Number(announced) >= LARGE;
}
