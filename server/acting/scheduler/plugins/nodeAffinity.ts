import type { Node, NodeAffinity as WrittenAffinity } from "kubernetes-types/core/v1";
import { namedNodes, nodeSelectorTest, preferenceScore, requiredNodes } from "../../placement/nodeSelection.ts";
import { normalizeByHighest, type Plugin, type Rejection, unresolvable } from "../framework/plugin.ts";
import type { PodInfo } from "../model/podInfo.ts";

/** The message for nodes that a pod's node selector or affinity excludes. */
export const OTHER_NODES = "node(s) didn't match Pod's node affinity/selector";
const POD = unresolvable(OTHER_NODES);
const ENFORCED = unresolvable("node(s) didn't match scheduler-enforced node affinity");
const CONFLICT = unresolvable("pod affinity terms conflict");

/** Implements node selectors and node affinity. @param added an affinity that applies to all pods in addition */
export function nodeAffinity(added: WrittenAffinity = {}): Plugin {
  const enforced = added.requiredDuringSchedulingIgnoredDuringExecution;
  const isEnforced = enforced === undefined ? undefined : nodeSelectorTest(enforced);
  const addedPreferred = added.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const suits = (pod: PodInfo, node: Node | undefined): boolean =>
    node !== undefined && (isEnforced?.(node) ?? true) && (requiredNodes(pod.spec)?.(node) ?? true);
  return {
    name: "NodeAffinity",
    prepareFilter({ spec }) {
      const test = requiredNodes(spec);
      if (test === undefined && isEnforced === undefined) return undefined;
      const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
      const nodeNames = (required?.nodeSelectorTerms ?? []).length === 0 ? undefined : required && namedNodes(required);
      if (nodeNames?.size === 0) return CONFLICT;
      return {
        ...(nodeNames === undefined ? {} : { nodeNames }),
        filter({ node }): Rejection | undefined {
          if (isEnforced?.(node) === false) return ENFORCED;
          return test?.(node) === false ? POD : undefined;
        },
      };
    },
    prepareScore({ spec }) {
      const own = spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
      if (own.length + addedPreferred.length === 0) return undefined;
      const score = preferenceScore([...addedPreferred, ...own]);
      return { score: ({ node }) => score(node), normalize: (scores) => normalizeByHighest(scores) };
    },
    hints: [
      {
        on: ["NodeAdd", "NodeLabel"],
        helps: (pod, { node, oldNode }) => suits(pod, node) && (oldNode === undefined || !suits(pod, oldNode)),
      },
    ],
  };
}
