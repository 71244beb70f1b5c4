/** Nodes with the pods on them. */
import type { ApiObject } from "../../../shared/object.ts";
import { textAt } from "../../resources/kinds/read.ts";
import { type Finding, STATES, type State } from "./finding.ts";
import { objectFinding } from "./objectFinding.ts";

export interface PodDot {
  readonly uid: string;
  readonly name: string;
  readonly namespace: string;
  readonly state: State;
  readonly word: string;
}

export interface NodeTile {
  readonly name: string;
  readonly finding: Finding;
  /** The dots to draw, worst first. */
  readonly dots: readonly PodDot[];
  /** Number of pods per state, including those that are not drawn. */
  readonly counts: Readonly<Record<State, number>>;
  readonly total: number;
}

/**
 * @param most maximum number of dots in all tiles together; each node gets an equal share
 * @param now milliseconds since the epoch, by the clock of the cluster
 */
export function nodeTiles(
  nodes: readonly ApiObject[],
  pods: readonly ApiObject[],
  most: number,
  now: number,
): NodeTile[] {
  const share = Math.max(1, Math.floor(most / Math.max(1, nodes.length)));
  const byNode = new Map<string, Record<State, PodDot[]>>();
  for (const node of nodes) byNode.set(node.metadata.name ?? "", { bad: [], attention: [], working: [], good: [] });
  for (const pod of pods) {
    const dots = byNode.get(textAt(pod, "spec.nodeName"));
    if (dots === undefined) continue;
    const { state, word } = objectFinding("Pod", pod, now);
    const { uid = "", name = "", namespace = "" } = pod.metadata;
    dots[state].push({ uid, name, namespace, state, word });
  }
  return nodes
    .map((node): NodeTile => {
      const name = node.metadata.name ?? "";
      const dots = byNode.get(name) ?? { bad: [], attention: [], working: [], good: [] };
      const all = STATES.flatMap((state) => dots[state]);
      return {
        name,
        finding: objectFinding("Node", node, now),
        dots: all.slice(0, share),
        counts: {
          bad: dots.bad.length,
          attention: dots.attention.length,
          working: dots.working.length,
          good: dots.good.length,
        },
        total: all.length,
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}
