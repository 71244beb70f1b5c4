import type { Metrics } from "../../../ground/observability/metrics/metrics.ts";
import type { AdmittedBody } from "../../../ground/request/bodyQueue.ts";
import { type BodyQueues, LARGE, processBodyQueues } from "../../../ground/request/bodyQueues.ts";
import type { Answer, Filter, Handler, RequestContext } from "../../../ground/request/context.ts";
import { addWaitingTime } from "../../../ground/request/inFlight.ts";
import { isLongRunning } from "../../../ground/request/longRunning.ts";

export interface LargeBodyOptions {
  /** Default: the lines shared by the whole process. */
  readonly queues?: BodyQueues;
  readonly metrics?: Pick<Metrics, "largeBodiesWaiting" | "largeBodyWaits"> | undefined;
}

/**
 * Makes requests with large bodies run one after the other. A request joins the line once its body has been received,
 * so that slow senders do not block other requests. It leaves the line when its handler ends, even if the client has
 * received its answer earlier (at its deadline) or does not read it. Long-running requests do not wait, because the
 * server streams their bodies.
 */
export function largeBodies({ queues = processBodyQueues, metrics }: LargeBodyOptions = {}): Filter {
  return (next) => (context) => (mayBeLarge(context) ? inLine({ queues, metrics }, context, next) : next(context));
}

async function inLine(
  { queues, metrics }: Required<Pick<LargeBodyOptions, "queues">> & LargeBodyOptions,
  context: RequestContext,
  next: Handler,
): Promise<Answer> {
  const { username } = context.user;
  let place: AdmittedBody | undefined;
  let isOver = false;
  context.onBody = async (bytes) => {
    if (bytes < LARGE) return;
    const start = performance.now();
    metrics?.largeBodiesWaiting.inc();
    try {
      place = await queues.enter(username, bytes, context.signal);
    } finally {
      const waited = performance.now() - start;
      metrics?.largeBodiesWaiting.dec();
      metrics?.largeBodyWaits.observe({}, waited / 1000);
      addWaitingTime(context, waited);
    }
    context.memory = place;
    if (isOver) queues.leave(username, place);
  };
  try {
    return await next(context);
  } finally {
    isOver = true;
    if (place !== undefined) queues.leave(username, place);
  }
}

function mayBeLarge(context: RequestContext): boolean {
  const { method, headers } = context;
  if (method === "GET" || method === "HEAD" || isLongRunning(context)) return false;
  const announced = headers["content-length"];
  return announced === undefined || Number(announced) >= LARGE;
}
