/** Objects that select workloads: Services, autoscalers, disruption budgets, network policies. */
import type { ApiObject } from "../../../shared/object.ts";
import {
  fromStructured,
  type LabelSelector,
  type StructuredSelector,
} from "../../../shared/selectors/labelSelector.ts";
import { at, type Fields, isFields, listAt, textAt, textsAt } from "../../resources/kinds/read.ts";
import type { Relation } from "./clusterMap.ts";
import type { DraftNode, MapDraft } from "./mapDraft.ts";
import type { SelectorIndex } from "./selectorIndex.ts";
import { textFields } from "./workloads.ts";

interface Acting {
  readonly draft: MapDraft;
  readonly index: SelectorIndex;
}

export function addService({ draft, index }: Acting, service: ApiObject): void {
  const node = draft.add("Service", service);
  const labels = textFields(service, "spec.selector");
  // Without a selector, the endpoints are managed by another client.
  if (Object.keys(labels).length === 0) return;
  linkSelected({ draft, index }, node, fromStructured({ matchLabels: labels }), "selects");
}

export function addDisruptionBudget(acting: Acting, budget: ApiObject): void {
  const node = acting.draft.add("PodDisruptionBudget", budget);
  addStructured(acting, node, at(budget, "spec.selector"), "protects");
}

export function addNetworkPolicy(acting: Acting, policy: ApiObject): void {
  const node = acting.draft.add("NetworkPolicy", policy);
  addStructured(acting, node, at(policy, "spec.podSelector") ?? {}, "restricts");
}

export function addAutoscaler(draft: MapDraft, autoscaler: ApiObject): void {
  const node = draft.add("HorizontalPodAutoscaler", autoscaler);
  const min = textAt(autoscaler, "spec.minReplicas") || "1";
  node.notes.push({ id: "replicaRange", values: { min, max: textAt(autoscaler, "spec.maxReplicas") } });
  const [apiVersion, kind, name] = ["apiVersion", "kind", "name"].map((field) =>
    textAt(autoscaler, `spec.scaleTargetRef.${field}`),
  ) as [string, string, string];
  if (name !== "") draft.link(node, draft.refer({ apiVersion, kind, name }, node.namespace), "scales");
}

function addStructured(acting: Acting, node: DraftNode, written: unknown, relation: Relation): void {
  if (!isFields(written)) {
    node.notes.push({ id: "selectsNothing", values: {} });
    return;
  }
  const selector = readSelector(written);
  if (selector.length === 0) node.notes.push({ id: "actsOnAll", values: {} });
  else linkSelected(acting, node, selector, relation);
}

/** A structured selector from unvalidated fields. */
function readSelector(written: Fields): LabelSelector {
  const matchExpressions = listAt(written, "matchExpressions").map((each) => ({
    key: textAt(each, "key"),
    operator: textAt(each, "operator"),
    values: textsAt(each, "values"),
  }));
  const structured: StructuredSelector = { matchLabels: textFields(written, "matchLabels"), matchExpressions };
  return fromStructured(structured);
}

function linkSelected({ draft, index }: Acting, node: DraftNode, selector: LabelSelector, relation: Relation): void {
  const { ids, many } = index.select(node.namespace, selector);
  if (many) node.notes.push({ id: "actsOnMany", values: {} });
  else if (ids.length === 0) node.notes.push({ id: "selectsNothing", values: {} });
  for (const id of ids) {
    const target = draft.nodes.get(id);
    if (target !== undefined) draft.link(node, target, relation);
  }
}
