import type { ApiObject } from "../../../shared/object.ts";
import { at, type Fields, isFields, listAt, textAt } from "../../resources/kinds/read.ts";
import type { Cause, Finding } from "./finding.ts";

/** Milliseconds that a pod may take to terminate, or to become ready, before it counts as unhealthy. */
const GRACE_PERIOD = 30_000;

const IMAGE_REASONS = new Set([
  "ImagePullBackOff",
  "ErrImagePull",
  "ErrImageNeverPull",
  "InvalidImageName",
  "ImageInspectError",
]);
/** Normal reasons of a waiting container. */
const STARTING_REASONS = new Set(["", "ContainerCreating", "PodInitializing"]);

/**
 * The state of a pod and its cause.
 *
 * @param now milliseconds since the epoch, by the clock of the cluster
 */
export function podFinding(pod: ApiObject, now: number): Finding {
  const phase = textAt(pod, "status.phase") || "Pending";
  if (pod.metadata.deletionTimestamp !== undefined) return terminating(pod, now);
  if (phase === "Succeeded") return { state: "good", word: "Completed" };
  if (phase === "Failed") return failed(pod);
  const broken = brokenContainer(pod);
  if (broken !== undefined) return broken;
  if (phase === "Pending") return pending(pod);
  if (phase !== "Running") {
    return {
      state: "attention",
      word: phase,
      cause: { id: "said", values: { message: textAt(pod, "status.message") } },
    };
  }
  return running(pod, now);
}

function terminating({ metadata }: ApiObject, now: number): Finding {
  const since = Date.parse(metadata.deletionTimestamp ?? "");
  const overdue = since + GRACE_PERIOD;
  if (!(now >= overdue)) return { state: "working", word: "Terminating", until: overdue };
  const held = metadata.finalizers?.join(", ") ?? "";
  return {
    state: "attention",
    word: "Terminating",
    cause: { id: "terminatingLong", values: { since, context: held === "" ? "" : "held", held } },
  };
}

function failed(pod: ApiObject): Finding {
  const message = textAt(pod, "status.message");
  const word = textAt(pod, "status.reason") || "Failed";
  if (message !== "") return { state: "bad", word, cause: { id: "said", values: { message } } };
  for (const status of statusesOf(pod)) {
    const ended = at(status, "state.terminated");
    const code = textAt(ended, "exitCode");
    if (code === "" || code === "0") continue;
    const reason = textAt(ended, "reason");
    return {
      state: "bad",
      word: reason || word,
      cause: { id: "ended", values: { container: textAt(status, "name"), code } },
    };
  }
  return { state: "bad", word };
}

const statusesOf = (pod: ApiObject): Fields[] => [
  ...listAt(pod, "status.initContainerStatuses"),
  ...listAt(pod, "status.containerStatuses"),
];

/** The finding about the first container that cannot start; undefined if there is none. */
function brokenContainer(pod: ApiObject): Finding | undefined {
  for (const status of statusesOf(pod)) {
    const waiting = at(status, "state.waiting");
    if (!isFields(waiting)) continue;
    const word = textAt(waiting, "reason");
    if (STARTING_REASONS.has(word)) continue;
    const message = textAt(waiting, "message");
    if (IMAGE_REASONS.has(word)) {
      return { state: "bad", word, cause: { id: "imageMissing", values: { image: textAt(status, "image"), message } } };
    }
    const last = at(status, "lastState.terminated");
    if (!isFields(last)) return { state: "bad", word, cause: { id: "said", values: { message } } };
    const reason = textAt(last, "reason");
    return {
      state: "bad",
      word,
      cause: {
        id: "crashing",
        values: {
          container: textAt(status, "name"),
          code: textAt(last, "exitCode"),
          reason: reason === "Error" ? "" : reason,
          context: reason === "Error" || reason === "" ? "" : "why",
          count: Number(textAt(status, "restartCount") || 0),
        },
      },
    };
  }
  return undefined;
}

function pending(pod: ApiObject): Finding {
  const scheduled = listAt(pod, "status.conditions").find((each) => textAt(each, "type") === "PodScheduled");
  if (scheduled !== undefined && textAt(scheduled, "status") === "False") {
    const word = textAt(scheduled, "reason") || "Unschedulable";
    const message = textAt(scheduled, "message");
    return { state: "attention", word, cause: { id: "unschedulable", values: { message } } };
  }
  const waiting = textAt(listAt(pod, "status.containerStatuses")[0], "state.waiting.reason");
  return { state: "working", word: waiting || "Pending" };
}

function running(pod: ApiObject, now: number): Finding {
  const ready = listAt(pod, "status.conditions").find((each) => textAt(each, "type") === "Ready");
  if (ready === undefined || textAt(ready, "status") === "True") return { state: "good", word: "Running" };
  const since = Date.parse(textAt(ready, "lastTransitionTime"));
  if (now < since + GRACE_PERIOD) return { state: "working", word: "NotReady", until: since + GRACE_PERIOD };
  return { state: "attention", word: "NotReady", cause: unreadiness(pod, textAt(ready, "message")) };
}

/**
 * Why a running pod is not ready: its containers, the message of its agent, or that the node's agent does not report.
 */
function unreadiness(pod: ApiObject, message: string): Cause {
  const unready = listAt(pod, "status.containerStatuses").filter((each) => at(each, "ready") !== true);
  if (unready.length > 0) {
    return { id: "readinessFails", values: { containers: unready.map((each) => textAt(each, "name")).join(", ") } };
  }
  if (message !== "") return { id: "said", values: { message } };
  return { id: "notHeardOf", values: { node: textAt(pod, "spec.nodeName") } };
}
