import type { ApiObject } from "../../../shared/object.ts";
import { matchesLabels } from "../../../shared/selectors/labelSelector.ts";
import { notFound } from "../../../shared/status.ts";
import type { ObjectReader } from "../../cache/reader.ts";
import type { AdmissionRequest } from "../plugin.ts";
import type { Equivalents, Shape } from "./equivalents.ts";
import { matchesRule } from "./rules.ts";
import type { Webhook } from "./webhook.ts";

/** What matching looks at besides the request. */
export interface MatchWorld {
  readonly reader: Pick<ObjectReader, "get">;
  readonly equivalents: Equivalents;
}

const NAMESPACES = { group: "", resource: "namespaces" };

/** The shape in which a request arrived. */
export const shapeOf = ({ resource, subresource, kind }: AdmissionRequest): Shape => ({ resource, subresource, kind });

/**
 * The shape in which a webhook wants to see a request; undefined when it does not want to see it. Match conditions are not
 * looked at.
 * @throws ApiError 404 when a selector asks for the labels of a namespace that does not exist
 */
export function matchWebhook(webhook: Webhook, request: AdmissionRequest, world: MatchWorld): Shape | undefined {
  const labels = namespaceLabels(webhook, request, world.reader);
  if (labels !== "any" && labels !== "missing" && !matchesLabels(webhook.namespaceSelector, labels)) return undefined;
  if (!matchesObject(webhook, request)) return undefined;
  const shape = matchRules(webhook, request, world.equivalents);
  // Only a webhook that would be called may fail the request.
  if (shape !== undefined && labels === "missing") throw notFound(NAMESPACES, request.namespace);
  return shape;
}

type Labels = Readonly<Record<string, string>> | undefined;

/** Labels of the request's namespace; of a namespace that is written, those it would get. */
function namespaceLabels(
  { namespaceSelector }: Webhook,
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

/** The selector may select the object as it will be, or as it was. */
function matchesObject({ objectSelector }: Webhook, { object, oldObject }: AdmissionRequest): boolean {
  if (objectSelector.length === 0) return true;
  // Options of a connection are objects without metadata.
  const selects = (candidate: ApiObject | undefined): boolean =>
    (candidate?.metadata as ApiObject["metadata"] | undefined) !== undefined &&
    matchesLabels(objectSelector, candidate?.metadata.labels);
  return selects(object) || selects(oldObject);
}

function matchRules(webhook: Webhook, request: AdmissionRequest, equivalents: Equivalents): Shape | undefined {
  if (webhook.rules.some((rule) => matchesRule(rule, request))) return shapeOf(request);
  if (webhook.matchPolicy !== "Equivalent") return undefined;
  const { operation, namespace, subresource } = request;
  const shapes = equivalents.shapesOf(request.resource, subresource);
  if (shapes.length < 2) return undefined;
  for (const rule of webhook.rules) {
    const found = shapes.find(({ resource }) => matchesRule(rule, { operation, namespace, subresource, resource }));
    if (found !== undefined) return found;
  }
  return undefined;
}
