import { resourcePath } from "../../../shared/resourcePath.ts";
import { isApiError } from "../../../shared/status.ts";
import { type DrainedPod, drainPlan, isEvicted } from "../../actions/model/drain.ts";
import { drainNode } from "../../actions/model/drainNode.ts";
import { evictionOf, steeredOf } from "../../actions/model/plannedAction.ts";
import type { Command, Session } from "../model/command.ts";
import { type Input, UsageError } from "../model/flags.ts";
import { type Found, needKind, readList } from "../model/targets.ts";
import { patchObject } from "./change.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
const EVICTION_PAUSE = 1000;

async function nodesNamed(input: Input, session: Session): Promise<Found[]> {
  if (input.args.length === 0) throw new UsageError("error: which node? NODE …");
  const type = needKind("nodes", session.types);
  return Promise.all(
    input.args.map(async (word) => {
      const name = word.replace(/^nodes?\//, "");
      const object = await session.ask({ path: resourcePath({ ...type, name }) });
      return { type, namespace: "", name, object };
    }),
  );
}

async function setSchedulable(found: Found, isSchedulable: boolean, session: Session): Promise<void> {
  const is = steeredOf(found.object).unschedulable !== true;
  const word = isSchedulable ? "uncordoned" : "cordoned";
  if (is !== isSchedulable) await patchObject(found, { spec: { unschedulable: isSchedulable ? null : true } }, session);
  session.print(`node/${found.name} ${is === isSchedulable ? `already ${word}` : word}`);
}

const cordoning = (name: "cordon" | "uncordon"): Command => ({
  name,
  usage: "NODE …",
  summary: name === "cordon" ? "Keeps new pods away from nodes" : "Lets nodes take new pods again",
  flags: [],
  async run(input, session) {
    for (const found of await nodesNamed(input, session)) await setSchedulable(found, name === "uncordon", session);
  },
});

const drain: Command = {
  name: "drain",
  usage: "NODE … [--ignore-daemonsets] [--delete-emptydir-data] [--force]",
  summary: "Empties nodes: keeps new pods away and evicts those that are there",
  flags: [{ name: "ignore-daemonsets" }, { name: "delete-emptydir-data" }, { name: "force" }],
  async run(input, session) {
    for (const found of await nodesNamed(input, session)) {
      await setSchedulable(found, false, session);
      const query = { fieldSelector: `spec.nodeName=${found.name}` };
      const plan = drainPlan(await readList({ path: resourcePath(PODS), query }, session), session.vocabulary);
      refuse(found.name, plan, input);
      const kept = plan.filter(({ reason }) => reason === "daemonSet").map(nameOf);
      if (kept.length > 0) session.print(`Warning: ignoring DaemonSet-managed Pods: ${kept.join(", ")}`);
      const isDone = await drainNode(plan.filter(isEvicted), partsOf(session), session.signal);
      if (!isDone) throw new UsageError(`error: unable to drain node "${found.name}": not all pods are gone`);
      session.print(`node/${found.name} drained`);
    }
  },
};

const nameOf = ({ namespace, name }: DrainedPod): string => `${namespace}/${name}`;

/** Refuses if pods would be lost or remain, unless the flags allow it. @throws UsageError that names the pods */
function refuse(node: string, plan: readonly DrainedPod[], input: Input): void {
  const reasons = [
    { reason: "daemonSet", flag: "ignore-daemonsets", words: "cannot delete DaemonSet-managed Pods" },
    { reason: "localData", flag: "delete-emptydir-data", words: "cannot delete Pods with local storage" },
    { reason: "unmanaged", flag: "force", words: "cannot delete Pods that declare no controller" },
  ].flatMap(({ reason, flag, words }) => {
    const pods = input.has(flag) ? [] : plan.filter((pod) => pod.reason === reason);
    return pods.length === 0
      ? []
      : [
          `${words} (use --${flag} to ${reason === "daemonSet" ? "ignore" : "override"}): ${pods.map(nameOf).join(", ")}`,
        ];
  });
  if (reasons.length > 0)
    throw new UsageError(`error: unable to drain node "${node}" due to error: ${reasons.join("\n")}`);
}

const partsOf = (session: Session) => ({
  async evict(pod: DrainedPod): Promise<void> {
    session.print(`evicting pod ${nameOf(pod)}`);
    await session.ask(evictionOf({ ...PODS, namespace: pod.namespace, name: pod.name }, pod.uid));
  },
  async isThere({ namespace, name, uid }: DrainedPod): Promise<boolean> {
    try {
      return (await session.ask({ path: resourcePath({ ...PODS, namespace, name }) })).metadata.uid === uid;
    } catch (error) {
      if (isApiError(error, "NotFound")) return false;
      throw error;
    }
  },
  pause: () => session.sleep(EVICTION_PAUSE),
  onProgress(pod: DrainedPod, { phase, message }: { phase: string; message?: string }): void {
    if (phase === "gone") session.print(`pod/${pod.name} evicted`);
    else if (phase === "held")
      session.print(`error when evicting pods/"${pod.name}" -n "${pod.namespace}" (will retry): ${message}`);
    else if (phase === "failed")
      session.print(`error when evicting pods/"${pod.name}" -n "${pod.namespace}": ${message}`);
  },
});

export const NODE_COMMANDS = [cordoning("cordon"), cordoning("uncordon"), drain];
