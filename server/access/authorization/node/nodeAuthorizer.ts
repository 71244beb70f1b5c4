import { rulesAllow } from "../../../../shared/rbac/ruleMatch.ts";
import type { PolicyRule } from "../../../../shared/rbac/types.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Attributes, Authorizer, ResourceAttributes, Verdict } from "../../../ground/rights/authorizer.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { defaultObjects } from "../defaults/defaultObjects.ts";
import { followNodeGraph, type NodeGraph } from "./nodeGraph.ts";
import { nodeNameOf } from "./nodeIdentity.ts";
import { type NodeRule, type NodeRules, nodeRules } from "./nodeRules.ts";

const NO_OPINION: Verdict = { decision: "noOpinion", reason: "" };
const ALLOW: Verdict = { decision: "allow", reason: "" };

export interface NodeAuthorizerOptions {
  /**
   * Gate `AuthorizeNodeWithSelectors`: a node may only read its own Node, and only its own pods and device slices.
   * Default on.
   */
  readonly selectors?: boolean;
}

/**
 * Mode `Node`: gives node agents only the permissions that they need. {@link nodeRules} decides about objects of single
 * nodes (pods, what pods refer to, attachments, leases …); everything else follows the rules of the role `system:node`.
 * Has no opinion about other users.
 */
export function nodeAuthorizer(
  reader: ObjectReader,
  vocabulary: Vocabulary,
  { selectors = true }: NodeAuthorizerOptions = {},
): Authorizer {
  const role = defaultObjects(vocabulary).clusterroles.find(({ metadata }) => metadata.name === "system:node");
  const general = (role?.["rules"] ?? []) as readonly PolicyRule[];
  // Built for the first request from a node, because most desktop servers have none.
  let graph: NodeGraph | undefined;
  const rules: NodeRules = nodeRules(vocabulary, selectors, (node, resource, { namespace, name }) => {
    graph ??= followNodeGraph(reader, vocabulary);
    return graph.related(node, resource, namespace, name);
  });

  const authorizeNode = (node: string, asked: ResourceAttributes): Verdict | undefined => {
    const special: NodeRule | undefined = rules.get(`${asked.resource}.${asked.group}`);
    if (special === undefined) return undefined;
    const refused = special(node, asked);
    return refused === undefined ? ALLOW : { decision: "noOpinion", reason: refused };
  };

  return {
    name: "Node",
    authorize(user: Identity, attributes: Attributes): Verdict {
      const node = nodeNameOf(user);
      if (node === undefined) return NO_OPINION;
      if (node === "") {
        return { decision: "noOpinion", reason: `unknown node for user ${quoted(user.username)}` };
      }
      const verdict = attributes.resourceRequest ? authorizeNode(node, attributes) : undefined;
      if (verdict !== undefined) return verdict;
      return rulesAllow(general, attributes) ? ALLOW : NO_OPINION;
    },
    rulesFor(user) {
      const empty = { resourceRules: [], nonResourceRules: [] };
      if (nodeNameOf(user) === undefined) return { ...empty, incomplete: false };
      const evaluationError = "node authorizer does not support user rule resolution";
      return { ...empty, incomplete: true, evaluationError };
    },
  };
}
