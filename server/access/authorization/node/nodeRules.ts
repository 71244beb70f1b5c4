import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ResourceAttributes } from "../../../ground/rights/authorizer.ts";

/** Decides about a node's request: undefined allows it; a text (perhaps empty) is the reason why not. */
export type NodeRule = (node: string, asked: ResourceAttributes) => string | undefined;

/**
 * Rules by `resource.group` (`pods.` in the core group), for resources of which a node may only use its own objects.
 */
export type NodeRules = ReadonlyMap<string, NodeRule>;

/** Whether the graph permits a node to use an object. */
export type Related = (node: string, resource: string, asked: ResourceAttributes) => boolean;

const ALLOWED = undefined;
const READS = ["get", "list", "watch"];
const OWN_VERBS = ["get", "create", "update", "patch", "delete"];

/** @param selectors whether reads of nodes and pods are limited to a node's own */
export function nodeRules(vocabulary: Vocabulary, selectors: boolean, isRelated: Related): NodeRules {
  const related: NodeRule = (node, asked) => {
    if (asked.name === "") return "No Object name found";
    if (isRelated(node, asked.resource, asked)) return ALLOWED;
    return `no relationship found between node '${node}' and this object`;
  };
  const get: NodeRule = (node, asked) => {
    if (asked.verb !== "get") return "can only get individual resources of this type";
    return asked.subresource === "" ? related(node, asked) : "cannot get subresource";
  };
  const readOne: NodeRule = (node, asked) => {
    if (!READS.includes(asked.verb)) return "can only read resources of this type";
    if (asked.subresource !== "") return "cannot read subresource";
    return asked.namespace === "" ? "can only read namespaced object of this type" : related(node, asked);
  };
  const claim: NodeRule = (node, asked) => {
    if (asked.subresource !== "status") return get(node, asked);
    return ["update", "patch"].includes(asked.verb) ? related(node, asked) : "can only get/update/patch this type";
  };
  const token: NodeRule = (node, asked) => {
    if (asked.verb !== "create" || asked.name === "") return "can only create tokens for individual service accounts";
    return asked.subresource === "token" ? related(node, asked) : "can only create token subresource of serviceaccount";
  };
  const { nodeLeaseNamespace } = vocabulary;
  const lease: NodeRule = (node, { verb, namespace, name }) => {
    if (!OWN_VERBS.includes(verb)) return "can only get, create, update, patch, or delete a node lease";
    if (namespace !== nodeLeaseNamespace) {
      return `can only access leases in the ${quoted(nodeLeaseNamespace)} system namespace`;
    }
    // The name of a new object is in the body, which admission checks.
    if (verb === "create" || name === node) return ALLOWED;
    return "can only access node lease with the same name as the requesting node";
  };
  const csiNode: NodeRule = (node, { verb, subresource, name }) => {
    if (!OWN_VERBS.includes(verb)) return "can only get, create, update, patch, or delete a CSINode";
    if (subresource !== "") return "cannot authorize CSINode subresources";
    if (verb === "create" || name === node) return ALLOWED;
    return "can only access CSINode with the same name as the requesting node";
  };
  const slice: NodeRule = (node, asked) => {
    if (asked.subresource !== "") return "cannot authorize ResourceSlice subresources";
    switch (asked.verb) {
      case "create":
        return ALLOWED;
      case "get":
      case "update":
      case "patch":
      case "delete":
        return related(node, asked);
      case "watch":
      case "list":
      case "deletecollection":
        if (!selectors || selects(asked, "spec.nodeName", node)) return ALLOWED;
        return "can only list/watch/deletecollection resourceslices with nodeName field selector";
    }
    return "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection";
  };
  const { domain } = vocabulary;
  return new Map<string, NodeRule>([
    ["secrets.", readOne],
    ["configmaps.", readOne],
    ["persistentvolumeclaims.", claim],
    ["persistentvolumes.", get],
    [`resourceclaims.resource.${domain}`, get],
    [`volumeattachments.storage.${domain}`, get],
    ["serviceaccounts.", token],
    [`leases.coordination.${domain}`, lease],
    [`csinodes.storage.${domain}`, csiNode],
    [`resourceslices.resource.${domain}`, slice],
    ...(selectors
      ? ([
          ["nodes.", nodes],
          ["pods.", pods(get, related)],
        ] as const)
      : []),
  ]);
}

/** Whether a request only selects objects with the given value of a field. */
const selects = ({ fieldSelector = [] }: ResourceAttributes, field: string, value: string): boolean =>
  fieldSelector.some((term) => term.field === field && !term.negated && term.value === value);

/** Admission decides which nodes may be written, because the name may not be known here. */
const nodes: NodeRule = (node, { verb, subresource, name }) => {
  if (subresource === "status") return ["update", "patch"].includes(verb) ? ALLOWED : "";
  if (subresource !== "") return "";
  if (["create", "update", "patch"].includes(verb)) return ALLOWED;
  // A node reads its own Node before registering, so the object need not exist.
  if (!READS.includes(verb)) return "";
  if (name === node) return ALLOWED;
  if (name === "") return `node '${node}' cannot read all nodes, only its own Node object`;
  return `node '${node}' cannot read '${name}', only its own Node object`;
};

/** Admission decides which pods may be written. */
const pods =
  (get: NodeRule, related: NodeRule): NodeRule =>
  (node, asked) => {
    const { verb, subresource, name } = asked;
    if (subresource === "status") return ["update", "patch"].includes(verb) ? ALLOWED : "";
    if (subresource === "eviction") return verb === "create" ? ALLOWED : "";
    if (subresource !== "") return "";
    if (verb === "get") return get(node, asked);
    if (verb === "create" || verb === "delete") return ALLOWED;
    if (verb !== "list" && verb !== "watch") return "";
    if (selects(asked, "spec.nodeName", node)) return ALLOWED;
    return name === "" ? "can only list/watch pods with spec.nodeName field selector" : related(node, asked);
  };
