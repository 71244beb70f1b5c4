import { type Finding, STATES, type State } from "../../overview/model/finding.ts";
import { type MapNode, type MapPod, WRONG } from "./clusterMap.ts";

/** The finding of a node, or if it is worse, of one of its pods. */
export function worstFinding(node: MapNode): Finding | undefined {
  let worst = node.finding;
  for (const { finding } of node.pods) {
    if (worst === undefined || isWorse(finding.state, worst.state)) worst = finding;
  }
  return worst;
}

/**
 * The state of a node, including its pods and references; undefined for objects without a state, such as a ConfigMap.
 */
export function nodeState(node: MapNode): State | undefined {
  const state = worstFinding(node)?.state;
  const isWrong = node.presence === "missing" || node.notes.some(({ id }) => WRONG.has(id));
  return isWrong && (state === undefined || isWorse("attention", state)) ? "attention" : state;
}

const isWorse = (a: State, b: State): boolean => STATES.indexOf(a) < STATES.indexOf(b);

/** Whether the node needs attention. */
export function needsAttention(node: MapNode): boolean {
  const state = nodeState(node);
  return state === "bad" || state === "attention";
}

export type PodTally = Readonly<Record<State, number>>;

/** The number of pods in each state. */
export function tallyPods(pods: Iterable<MapPod>): PodTally {
  const tally: Record<State, number> = { bad: 0, attention: 0, working: 0, good: 0 };
  for (const { finding } of pods) tally[finding.state] += 1;
  return tally;
}
