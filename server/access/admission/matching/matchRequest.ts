import type { ApiObject } from "../../../../shared/object.ts";
import { type LabelSelector, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import { notFound } from "../../../../shared/status.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { matchesRule, type RequestRule } from "../../../api/registry/admission/rules.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { Equivalents, Shape } from "./equivalents.ts";

/** The criteria by which a webhook, a policy or a binding matches requests. */
export interface MatchCriteria {
  /** `everything`: rules are absent and match all requests. */
  readonly rules: readonly RequestRule[] | "everything";
  /** Requests that do not match, whatever the other rules say. */
  readonly excluded?: readonly RequestRule[];
  readonly matchPolicy: "Exact" | "Equivalent";
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
}

/** What matching needs besides the request. */
export interface MatchDependencies {
  readonly reader: Pick<ObjectReader, "get">;
  readonly equivalents: Equivalents;
}

/** The resource whose labels namespace selectors use. */
export const NAMESPACES = { group: "", resource: "namespaces" };

/** The shape in which a request arrived. */
export const shapeOf = ({ resource, subresource, kind }: AdmissionRequest): Shape => ({ resource, subresource, kind });

/**
 * The shape in which a webhook or policy should see a request; undefined when the criteria do not match it. Match
 * conditions are not checked here.
 * @throws ApiError 404 when a selector needs the labels of a missing namespace
 */
export function matchRequest(
  criteria: MatchCriteria,
  request: AdmissionRequest,
  dependencies: MatchDependencies,
): Shape | undefined {
  const { matchPolicy, rules, excluded = [] } = criteria;
  const labels = namespaceLabels(criteria, request, dependencies.reader);
  if (labels !== "any" && labels !== "missing" && !matchesLabels(criteria.namespaceSelector, labels)) return undefined;
  if (!matchesObject(criteria, request)) return undefined;
  const covers = (list: readonly RequestRule[]) => matchRules(list, matchPolicy, request, dependencies.equivalents);
  if (excluded.length > 0 && covers(excluded) !== undefined) return undefined;
  const shape = rules === "everything" ? shapeOf(request) : covers(rules);
  // A missing namespace only fails requests that otherwise match.
  if (shape !== undefined && labels === "missing") throw notFound(NAMESPACES, request.namespace);
  return shape;
}

type Labels = Readonly<Record<string, string>> | undefined;

/** Labels of the request's namespace. If the request writes a namespace, its new labels. */
function namespaceLabels(
  { namespaceSelector }: MatchCriteria,
  { resource, subresource, operation, namespace, object }: AdmissionRequest,
  reader: Pick<ObjectReader, "get">,
): Labels | "any" | "missing" {
  if (namespaceSelector.length === 0) return "any";
  const isNamespace = resource.resource === "namespaces";
  if (namespace === "" && !isNamespace) return "any";
  if (isNamespace && subresource === "" && (operation === "CREATE" || operation === "UPDATE")) {
    return object?.metadata.labels;
  }
  const stored = reader.get(NAMESPACES, "", namespace);
  return stored === undefined ? "missing" : stored.metadata.labels;
}

/** The selector may match the new or the old object. */
function matchesObject({ objectSelector }: MatchCriteria, { object, oldObject }: AdmissionRequest): boolean {
  if (objectSelector.length === 0) return true;
  // Options of a CONNECT request are objects without metadata.
  const selects = (candidate: ApiObject | undefined): boolean =>
    (candidate?.metadata as ApiObject["metadata"] | undefined) !== undefined &&
    matchesLabels(objectSelector, candidate?.metadata.labels);
  return selects(object) || selects(oldObject);
}

function matchRules(
  rules: readonly RequestRule[],
  matchPolicy: MatchCriteria["matchPolicy"],
  request: AdmissionRequest,
  equivalents: Equivalents,
): Shape | undefined {
  if (rules.some((rule) => matchesRule(rule, request))) return shapeOf(request);
  if (matchPolicy !== "Equivalent") return undefined;
  const { operation, namespace, name, subresource } = request;
  const shapes = equivalents.shapesOf(request.resource, subresource);
  if (shapes.length < 2) return undefined;
  for (const rule of rules) {
    const found = shapes.find(({ resource }) =>
      matchesRule(rule, { operation, namespace, name, subresource, resource }),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
