import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { ApiError } from "../../../../shared/status.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { podSpec } from "../builtIn/podSpec.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";
import { namespaceAnnotation } from "./namespaceAnnotation.ts";

type Labels = Readonly<Record<string, string>>;

/** Keeps the pods of a namespace on the nodes that the namespace's annotation selects. */
export function podNodeSelector({
  reader,
  vocabulary,
}: Pick<AdmissionDependencies, "reader" | "vocabulary">): AdmissionPlugin {
  const annotation = vocabulary.render("scheduler.alpha.{labelDomain}/node-selector");
  const selectorFor = (request: AdmissionRequest): Labels => {
    const selector = parseLabels(namespaceAnnotation(reader, request.namespace, annotation) ?? "");
    const { nodeSelector = {} } = request.object === undefined ? {} : podSpec(request.object);
    if (Object.entries(selector).some(([key, value]) => (nodeSelector[key] ?? value) !== value)) {
      throw refusal(request, "pod node label selector conflicts with its namespace node label selector");
    }
    return selector;
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
    },
    validate(request) {
      selectorFor(request);
    },
  };
}

/** `a=b,c=d`. @throws ApiError 500: a wrong annotation is not the fault of the request */
function parseLabels(text: string): Labels {
  if (text === "") return {};
  return Object.fromEntries(
    text.split(",").map((term) => {
      const [key = "", value, ...rest] = term.split("=");
      if (value === undefined || rest.length > 0) throw new ApiError(500, "", `invalid selector: ${term}`);
      return [key.trim(), value.trim()];
    }),
  );
}
