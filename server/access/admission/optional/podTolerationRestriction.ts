import { ApiError } from "../../../../shared/status.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { podSpec, type Toleration } from "../builtIn/podSpec.ts";
import { areCovered, mergeTolerations } from "../builtIn/tolerations.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { inScope } from "../quota/quotaScopes.ts";
import { isAbout } from "../requests.ts";
import { namespaceAnnotation } from "./namespaceAnnotation.ts";
import { parseTolerations, readTolerations } from "./writtenTolerations.ts";

const PODS = { group: "", resource: "pods" };
const NOT_BEST_EFFORT = [{ scopeName: "NotBestEffort", operator: "Exists" }];

/**
 * Adds the tolerations in an annotation of the namespace to its pods, and permits only those in another annotation. The
 * configuration has the defaults for namespaces without these annotations.
 * @throws Error for an invalid configuration
 */
export function podTolerationRestriction({
  reader,
  vocabulary,
  configurations,
}: Pick<AdmissionDependencies, "reader" | "vocabulary" | "configurations">): AdmissionPlugin {
  const cluster = readTolerations(configurations?.get("PodTolerationRestriction"), vocabulary);
  const prefix = vocabulary.render("scheduler.alpha.{labelDomain}/");
  const pressure: Toleration = {
    key: vocabulary.render("node.{labelDomain}/memory-pressure"),
    operator: "Exists",
    effect: "NoSchedule",
  };
  const tolerationsOf = (
    namespace: string,
    annotation: string,
    without: readonly Toleration[],
  ): readonly Toleration[] => {
    const text = namespaceAnnotation(reader, namespace, prefix + annotation);
    // An annotation with an empty value means an empty list.
    if (text === undefined) return without;
    return text === "" ? [] : parseTolerations(text);
  };
  const validate = async ({ object, namespace, inFlight }: AdmissionRequest): Promise<void> => {
    if (object === undefined) return;
    const { tolerations = [] } = podSpec({ ...object });
    if (tolerations.length === 0) return;
    const allowed = tolerationsOf(namespace, "tolerationsWhitelist", cluster.whitelist);
    if (allowed.length === 0) return;
    if (await inTurns(areCovered(tolerations, allowed), inFlight)) return;
    const who = "pod tolerations (possibly merged with namespace default tolerations)";
    throw new ApiError(500, "", `${who} conflict with its namespace whitelist`);
  };
  return {
    name: "PodTolerationRestriction",
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") && isAbout(request, "pods"),
    async admit(request) {
      const { operation, object, namespace, inFlight } = request;
      if (object === undefined) return;
      const extra = [
        ...(operation === "CREATE" ? tolerationsOf(namespace, "defaultTolerations", cluster.default) : []),
      ];
      // A pod that requests memory gets a toleration for memory pressure.
      if (inScope(NOT_BEST_EFFORT, PODS, object)) extra.push(pressure);
      const spec = podSpec(object);
      if (extra.length > 0) {
        spec.tolerations = await inTurns(mergeTolerations(spec.tolerations ?? [], extra), inFlight);
      }
      await validate(request);
    },
    validate,
  };
}
