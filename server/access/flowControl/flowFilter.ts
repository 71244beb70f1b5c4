import { type Answer, type Filter, isStream, type StreamAnswer } from "../../ground/request/context.ts";
import { addWaitingTime } from "../../ground/request/inFlight.ts";
import { isLongRunning } from "../../ground/request/longRunning.ts";
import { plainText } from "../../ground/request/plainText.ts";
import type { FlowController, Refusal, Seat } from "./flowController.ts";

/** The response to a request that cannot be admitted now. */
export function tooManyRequests(): Answer {
  const answer = plainText("Too many requests, please try again later.\n", 429);
  return { ...answer, headers: { ...answer.headers, "retry-after": "1" } };
}

/**
 * Admits requests according to priority and fairness. A watch frees its seats when it has sent the initial objects;
 * other long-running requests take none.
 */
export function priorityAndFairness(flows: FlowController): Filter {
  return (next) => (context) => {
    if (context.info.verb !== "watch" && isLongRunning(context)) return next(context);
    const proceed = async (place: Seat | Refusal): Promise<Answer> => {
      context.answerHeaders = place.headers;
      if ("rejection" in place) return tooManyRequests();
      let answer: Answer | undefined;
      try {
        answer = await next(context);
      } finally {
        if (answer === undefined || !isStream(answer)) place.release();
      }
      return isStream(answer) ? releasing(answer, place) : answer;
    };
    const place = flows.enter(context);
    if (!(place instanceof Promise)) return proceed(place);
    const start = performance.now();
    return place.then((found) => {
      addWaitingTime(context, performance.now() - start);
      return proceed(found);
    });
  };
}

/** A stream whose seats are freed once: when it has sent the initial objects, or ends. */
function releasing(answer: StreamAnswer, place: Seat): StreamAnswer {
  let isHeld = true;
  const release = (): void => {
    if (isHeld) place.release();
    isHeld = false;
  };
  return {
    ...answer,
    stream(sink) {
      sink.signal.addEventListener("abort", release, { once: true });
      if (sink.signal.aborted || answer.caughtUp === undefined) release();
      else void answer.caughtUp.then(release, release);
      answer.stream(sink);
    },
  };
}
