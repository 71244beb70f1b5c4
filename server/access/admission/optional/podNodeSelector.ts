import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { type ApiError, forbidden } from "../../../../shared/status.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { podSpec } from "../builtIn/podSpec.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";
import { labelsOfSelector } from "./labelsOfSelector.ts";
import { namespaceAnnotation } from "./namespaceAnnotation.ts";

type Labels = Readonly<Record<string, string>>;

/**
 * The member with the selector for namespaces without the annotation; each other member limits labels in one namespace.
 */
const CLUSTER_DEFAULT = "clusterDefaultNodeSelector";

/**
 * Restricts the pods of a namespace to the nodes that the namespace's annotation selects, or else to those that the
 * configuration selects for all namespaces. Pods may only select by labels that the configuration permits in their
 * namespace.
 * @throws Error for an invalid configuration
 */
export function podNodeSelector({
  reader,
  vocabulary,
  configurations,
}: Pick<AdmissionDependencies, "reader" | "vocabulary" | "configurations">): AdmissionPlugin {
  const annotation = vocabulary.render("scheduler.alpha.{labelDomain}/node-selector");
  const selectors = readSelectors(configurations?.get("PodNodeSelector") ?? {});
  const selectorFor = (request: AdmissionRequest): Labels => {
    const written = namespaceAnnotation(reader, request.namespace, annotation);
    const selector = labelsOfSelector(written ?? selectors.get(CLUSTER_DEFAULT) ?? "");
    const { nodeSelector = {} } = podSpec(request.object ?? { metadata: {} });
    if (Object.entries(selector).some(([key, value]) => (nodeSelector[key] ?? value) !== value)) {
      throw refusal(request, "pod node label selector conflicts with its namespace node label selector");
    }
    return selector;
  };
  const checkAllowed = (request: AdmissionRequest): void => {
    const allowed = labelsOfSelector(selectors.get(request.namespace) ?? "");
    if (isEmptyMap(allowed)) return;
    const { nodeSelector = {} } = podSpec(request.object ?? { metadata: {} });
    if (Object.entries(nodeSelector).every(([key, value]) => allowed[key] === value)) return;
    throw refusal(request, "pod node label selector labels conflict with its namespace whitelist");
  };
  return {
    name: "PodNodeSelector",
    handles: (request) => request.operation === "CREATE" && isAbout(request, "pods"),
    admit(request) {
      if (request.object === undefined) return;
      const selector = selectorFor(request);
      const spec = podSpec(request.object);
      const merged = { ...selector, ...spec.nodeSelector };
      if (!isEmptyMap(merged)) spec.nodeSelector = merged;
      checkAllowed(request);
    },
    validate(request) {
      selectorFor(request);
      checkAllowed(request);
    },
  };
}

/** The refusal of an unnamed pod contains no name. */
const refusal = ({ resource, object }: AdmissionRequest, message: string): ApiError =>
  forbidden(resource, object?.metadata.name ?? "", message);

/** @throws Error */
function readSelectors(configuration: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const member = "podNodeSelectorPluginConfig";
  const written = configuration[member] ?? {};
  if (typeof written !== "object" || Array.isArray(written)) throw new Error(`${member}: must be an object`);
  return new Map(
    Object.entries(written as object).map(([namespace, selector]) => {
      if (typeof selector !== "string") throw new Error(`${member}.${namespace}: must be a string`);
      return [namespace, selector];
    }),
  );
}
