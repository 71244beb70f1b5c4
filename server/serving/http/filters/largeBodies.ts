import type { Metrics } from "../../../ground/observability/metrics/metrics.ts";
import type { BodyPlace } from "../../../ground/request/bodyLine.ts";
import { type BodyLines, LARGE, processBodyLines } from "../../../ground/request/bodyLines.ts";
import type { Answer, Filter, Handler, RequestContext } from "../../../ground/request/context.ts";
import { addWaitingTime } from "../../../ground/request/inFlight.ts";
import { isLongRunning } from "../../../ground/request/longRunning.ts";

export interface LargeBodyOptions {
  /** Default: the lines shared by the whole process. */
  readonly lines?: BodyLines;
  readonly metrics?: Pick<Metrics, "largeBodiesWaiting" | "largeBodyWaits"> | undefined;
}

/**
 * Makes requests with large bodies run one after the other. A request joins the line once its body has been received,
 * so that slow senders do not block other requests. It leaves the line when its handler ends, even if the client has
 * received its answer earlier (at its deadline) or does not read it. Long-running requests do not wait, because the
 * server streams their bodies.
 */
export function largeBodies({ lines = processBodyLines, metrics }: LargeBodyOptions = {}): Filter {
  return (next) => (context) => (mayBeLarge(context) ? inLine({ lines, metrics }, context, next) : next(context));
}

async function inLine(
  { lines, metrics }: Required<Pick<LargeBodyOptions, "lines">> & LargeBodyOptions,
  context: RequestContext,
  next: Handler,
): Promise<Answer> {
  const { username } = context.user;
  let place: BodyPlace | undefined;
  let isOver = false;
  context.onBody = async (bytes) => {
    if (bytes < LARGE) return;
    const start = performance.now();
    metrics?.largeBodiesWaiting.inc();
    try {
      place = await lines.enter(username, bytes, context.signal);
    } finally {
      const waited = performance.now() - start;
      metrics?.largeBodiesWaiting.dec();
      metrics?.largeBodyWaits.observe({}, waited / 1000);
      addWaitingTime(context, waited);
    }
    context.memory = place;
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
