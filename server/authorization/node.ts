import { rulesAllow } from "../../shared/rbac/ruleMatch.ts";
import type { PolicyRule } from "../../shared/rbac/types.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { Identity } from "../authentication/identity.ts";
import type { ObjectReader } from "../cache/reader.ts";
import type { Attributes, Authorizer, ResourceAttributes, Verdict } from "./authorizer.ts";
import { defaultObjects } from "./defaults/defaultObjects.ts";
import { nodesPods, podReferences } from "./nodeReferences.ts";

const NODES_GROUP = "system:nodes";
const NODE_PREFIX = "system:node:";
const NO_OPINION: Verdict = { decision: "noOpinion", reason: "" };

/** The node that a user is, or undefined. */
export function nodeNameOf(user: Identity): string | undefined {
  if (!user.username.startsWith(NODE_PREFIX) || !user.groups.includes(NODES_GROUP)) return undefined;
  return user.username.slice(NODE_PREFIX.length) || undefined;
}

/**
 * Mode `Node`: gives kubelets what their work needs. Secrets, config maps and claims may be read only while a pod bound to
 * the node refers to them, token requests made only for accounts of such pods; everything else follows the rules of the role
 * `system:node`. Says nothing about users that are not nodes.
 */
export function nodeAuthorizer(reader: ObjectReader, vocabulary: Vocabulary): Authorizer {
  const role = defaultObjects(vocabulary).clusterroles.find(({ metadata }) => metadata.name === "system:node");
  const rules = (role?.["rules"] ?? []) as readonly PolicyRule[];
  const leases = vocabulary.render("coordination.{domain}");

  const judge = (node: string, asked: ResourceAttributes): Verdict | undefined => {
    if (asked.group === leases && asked.resource === "leases") {
      const own = asked.verb === "create" || asked.name === node;
      if (asked.namespace === vocabulary.nodeLeaseNamespace && own) return undefined;
      return noOpinion("can only access node lease with the same name as the requesting node");
    }
    if (asked.group !== "") return undefined;
    const reads = ["get", "list", "watch"].includes(asked.verb) && asked.subresource === "";
    if (["secrets", "configmaps", "persistentvolumeclaims"].includes(asked.resource) && asked.subresource === "") {
      if (!reads) return noOpinion(`cannot ${asked.verb} ${asked.resource}`);
      return related(node, asked);
    }
    if (asked.resource === "serviceaccounts") {
      if (asked.subresource === "token" && asked.verb === "create") return related(node, asked);
      return noOpinion("can only create tokens for individual service accounts");
    }
    return undefined;
  };

  const related = (node: string, asked: ResourceAttributes): Verdict => {
    if (asked.name === "") return noOpinion("No Object name found");
    for (const pod of nodesPods(reader, node, asked.namespace)) {
      if (podReferences(pod, asked.resource).has(asked.name)) return { decision: "allow", reason: "" };
    }
    return noOpinion(`no relationship found between node '${node}' and this object`);
  };

  return {
    name: "Node",
    authorize(user: Identity, attributes: Attributes): Verdict {
      const node = nodeNameOf(user);
      if (node === undefined) return NO_OPINION;
      const verdict = attributes.resourceRequest ? judge(node, attributes) : undefined;
      if (verdict !== undefined) return verdict;
      return rulesAllow(rules, attributes) ? { decision: "allow", reason: "" } : NO_OPINION;
    },
    rulesFor(user) {
      const empty = { resourceRules: [], nonResourceRules: [] };
      if (nodeNameOf(user) === undefined) return { ...empty, incomplete: false };
      const evaluationError = "node authorizer does not support user rule resolution";
      return { ...empty, incomplete: true, evaluationError };
    },
  };
}

const noOpinion = (reason: string): Verdict => ({ decision: "noOpinion", reason });
