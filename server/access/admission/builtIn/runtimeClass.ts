import { isDeepStrictEqual } from "node:util";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { quoted } from "../../../../shared/quoted.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";
import { podSpec, type Toleration } from "./podSpec.ts";

interface RuntimeClass extends ApiObject {
  overhead?: { podFixed?: Record<string, string> };
  scheduling?: { nodeSelector?: Record<string, string>; tolerations?: Toleration[] };
}

/** Tolerations are decoded: those that say the same have the same text. */
const textOf = (toleration: Toleration): string => stringifyJson(toleration);

/** Hands on what a pod's runtime class demands: overhead, node selector, tolerations. */
export function runtimeClass({
  reader,
  vocabulary,
}: Pick<AdmissionDependencies, "reader" | "vocabulary">): AdmissionPlugin {
  const classes = { group: vocabulary.render("node.{domain}"), resource: "runtimeclasses" };
  return {
    name: "RuntimeClass",
    handles: (request) => request.operation === "CREATE" && isAbout(request, "pods"),
    admit(request) {
      if (request.object === undefined) return;
      const spec = podSpec(request.object);
      if (spec.runtimeClassName === undefined) return;
      const found: RuntimeClass | undefined = reader.get(classes, "", spec.runtimeClassName);
      if (found === undefined) {
        throw refusal(request, `pod rejected: RuntimeClass ${quoted(spec.runtimeClassName)} not found`);
      }
      const overhead = found.overhead?.podFixed;
      if (overhead !== undefined) spec.overhead ??= { ...overhead };
      const wanted = found.scheduling?.nodeSelector ?? {};
      for (const key of Object.keys(wanted)) {
        const value = wanted[key];
        const given = spec.nodeSelector?.[key];
        if (given !== undefined && given !== value) {
          throw refusal(
            request,
            `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${given}`,
          );
        }
      }
      if (!isEmptyMap(wanted)) spec.nodeSelector = { ...spec.nodeSelector, ...wanted };
      const told = new Set((spec.tolerations ?? []).map(textOf));
      const tolerations = (found.scheduling?.tolerations ?? []).filter((toleration) => !told.has(textOf(toleration)));
      if (tolerations.length > 0) spec.tolerations = [...(spec.tolerations ?? []), ...tolerations];
    },
    validate(request) {
      if (request.object === undefined) return;
      const spec = podSpec(request.object);
      const name = spec.runtimeClassName;
      const found: RuntimeClass | undefined = name === undefined ? undefined : reader.get(classes, "", name);
      const overhead = found?.overhead?.podFixed;
      if (overhead !== undefined && !isDeepStrictEqual(spec.overhead, overhead)) {
        throw refusal(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
      }
      if (overhead === undefined && spec.overhead !== undefined) {
        throw refusal(request, "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
      }
    },
  };
}
