import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { compareQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import { ApiError } from "../../../../shared/status.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";
import { type PodSpec, podSpec, type Toleration } from "./podSpec.ts";
import { resourceNameError } from "./resourceNameError.ts";
import { mergeTolerations } from "./tolerations.ts";

type Amounts = Readonly<Record<string, string>>;

interface Scheduling {
  readonly nodeSelector?: Record<string, string>;
  readonly tolerations?: readonly Toleration[];
}

interface RuntimeClass extends ApiObject {
  overhead?: { podFixed?: Amounts };
  scheduling?: Scheduling;
}

/** Applies a pod's runtime class: overhead, node selector, tolerations. */
export function runtimeClass({
  reader,
  vocabulary,
}: Pick<AdmissionDependencies, "reader" | "vocabulary">): AdmissionPlugin {
  const classes = { group: vocabulary.render("node.{domain}"), resource: "runtimeclasses" };
  /**
   * The class of a pod; undefined for a pod without one.
   * @throws ApiError 403 for a class that does not exist, 500 for a name that no class can have
   */
  const classOf = (request: AdmissionRequest, { runtimeClassName: name }: PodSpec): RuntimeClass | undefined => {
    if (name === undefined) return undefined;
    const found: RuntimeClass | undefined = reader.get(classes, "", name);
    if (found !== undefined) return found;
    const message = resourceNameError(name);
    if (message !== undefined) throw new ApiError(500, "", message);
    throw refusal(request, `pod rejected: RuntimeClass ${quoted(name)} not found`);
  };
  return {
    name: "RuntimeClass",
    handles: (request) => request.operation === "CREATE" && isAbout(request, "pods"),
    async admit(request) {
      if (request.object === undefined) return;
      const spec = podSpec(request.object);
      const found = classOf(request, spec);
      if (found?.overhead !== undefined) {
        const { podFixed } = found.overhead;
        if (spec.overhead !== undefined) checkOverhead(request, spec, podFixed);
        if (podFixed !== undefined) spec.overhead = { ...podFixed };
      }
      if (found?.scheduling !== undefined) await setScheduling(request, spec, found.scheduling);
    },
    validate(request) {
      if (request.object === undefined) return;
      const spec = podSpec(request.object);
      const overhead = classOf(request, spec)?.overhead;
      if (overhead !== undefined) checkOverhead(request, spec, overhead.podFixed);
      else if (spec.overhead !== undefined) {
        throw refusal(request, "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
      }
    },
  };
}

/** @throws ApiError 403 */
function checkOverhead(request: AdmissionRequest, { overhead = {} }: PodSpec, defined: Amounts = {}): void {
  const names = Object.keys(overhead);
  const isSame = (name: string): boolean => {
    const [given, wanted] = [overhead[name], defined[name]];
    return (
      given !== undefined && wanted !== undefined && compareQuantity(parseQuantity(given), parseQuantity(wanted)) === 0
    );
  };
  if (names.length === Object.keys(defined).length && names.every(isSame)) return;
  throw refusal(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
}

/** @throws ApiError 403 when the node selector conflicts with that of the pod */
async function setScheduling(request: AdmissionRequest, spec: PodSpec, scheduling: Scheduling): Promise<void> {
  const { nodeSelector: wanted = {}, tolerations = [] } = scheduling;
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
  // With any scheduling in the class, duplicate tolerations of the pod are removed, too.
  const merged = await inTurns(mergeTolerations(spec.tolerations ?? [], tolerations), request.inFlight);
  if (merged.length > 0) spec.tolerations = merged;
}
