import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { refusal } from "../requests.ts";
import type { Restriction } from "./restriction.ts";

type Labels = Readonly<Record<string, string>>;

interface NodeSpec {
  readonly configSource?: unknown;
  readonly taints?: readonly unknown[];
}

const specOf = (node: ApiObject | undefined): NodeSpec => (node?.["spec"] ?? {}) as NodeSpec;

/** A node may only write its own Node, and no fields that steer workloads to it or determine its deletion. */
export function restrictNodes(vocabulary: Vocabulary): Restriction {
  const isForbidden = forbiddenLabels(vocabulary);
  const forbidden = (labels: Labels = {}, before: Labels = {}): string =>
    changedLabels(labels, before).filter(isForbidden).sort().join(", ");

  return (node, request) => {
    const { operation, object, oldObject, name } = request;
    const by = `node ${quoted(node)}`;
    if (name !== node) throw refusal(request, `${by} is not allowed to modify node ${quoted(name)}`);
    const spec = specOf(object);
    if (operation === "CREATE") {
      if (spec.configSource) {
        throw refusal(request, `${by} is not allowed to create pods with a non-nil configSource`);
      }
      const labels = forbidden(object?.metadata.labels);
      if (labels !== "") throw refusal(request, `${by} is not allowed to set the following labels: ${labels}`);
    }
    if (operation === "UPDATE") {
      const before = specOf(oldObject);
      // Old agents omit the field when they report their status.
      if (spec.configSource && !deepEqual(spec.configSource, before.configSource)) {
        throw refusal(request, `${by} is not allowed to update configSource to a new non-nil configSource`);
      }
      if (!deepEqual(spec.taints ?? [], before.taints ?? [])) {
        throw refusal(request, `${by} is not allowed to modify taints`);
      }
      if (!deepEqual(object?.metadata.ownerReferences ?? [], oldObject?.metadata.ownerReferences ?? [])) {
        throw refusal(request, `${by} is not allowed to modify ownerReferences`);
      }
      const labels = forbidden(object?.metadata.labels, oldObject?.metadata.labels);
      if (labels !== "") throw refusal(request, `is not allowed to modify labels: ${labels}`);
    }
  };
}

/** Keys of labels that were added, removed or changed. */
function changedLabels(labels: Labels, before: Labels): string[] {
  return [...new Set([...Object.keys(labels), ...Object.keys(before)])].filter((key) => labels[key] !== before[key]);
}

/** Nodes may not set labels of the product's domains, except those that describe a node. */
function forbiddenLabels(vocabulary: Vocabulary): (key: string) => boolean {
  const { domain, labelDomain } = vocabulary;
  const restricted = `node-restriction.${labelDomain}`;
  const describing = [`kubelet.${labelDomain}`, `node.${labelDomain}`];
  const allowed = new Set(
    [
      "hostname",
      "os",
      "arch",
      "topology./zone",
      "topology./region",
      "failure-domain.beta./zone",
      "failure-domain.beta./region",
      "beta./instance-type",
      "beta./os",
      "beta./arch",
    ].map((label) => (label.includes("/") ? label.replace("/", `${labelDomain}/`) : `${labelDomain}/${label}`)),
  );
  const within = (namespace: string, parent: string): boolean =>
    namespace === parent || namespace.endsWith(`.${parent}`);
  return (key) => {
    const slash = key.indexOf("/");
    const namespace = slash < 0 ? "" : key.slice(0, slash);
    if (within(namespace, restricted)) return true;
    if (!within(namespace, labelDomain) && !within(namespace, domain)) return false;
    return !allowed.has(key) && !describing.some((parent) => within(namespace, parent));
  };
}
