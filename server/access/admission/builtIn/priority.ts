import type { ApiObject } from "../../../../shared/object.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout, refusal } from "../requests.ts";
import { podSpec } from "./podSpec.ts";

interface PriorityClass extends ApiObject {
  value?: number;
  globalDefault?: boolean;
  preemptionPolicy?: string;
}

/** Sets a pod's priority from its priority class, the global default or 0, and keeps the global default unique. */
export function priority({
  reader,
  vocabulary,
}: Pick<AdmissionDependencies, "reader" | "vocabulary">): AdmissionPlugin {
  const classes = { group: vocabulary.render("scheduling.{domain}"), resource: "priorityclasses" };
  const isClass = (request: AdmissionRequest): boolean => isAbout(request, classes.resource, classes.group);

  /** Of several global defaults, which concurrent writes may create, the one with the lowest value counts. */
  const globalDefault = (): PriorityClass | undefined =>
    ([...reader.list(classes)] as PriorityClass[])
      .filter((item) => item.globalDefault === true)
      .sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0];

  const classOf = (request: AdmissionRequest, name: string | undefined): PriorityClass => {
    if (!name) return globalDefault() ?? { metadata: {}, value: 0, preemptionPolicy: "PreemptLowerPriority" };
    const found = reader.get(classes, "", name);
    if (found === undefined) throw refusal(request, `no PriorityClass with name ${name} was found`);
    return found;
  };

  const admitPod = (request: AdmissionRequest, pod: ApiObject): void => {
    const spec = podSpec(pod);
    if (request.operation === "UPDATE") {
      const old = request.oldObject === undefined ? {} : podSpec({ ...request.oldObject });
      spec.priority ??= old.priority;
      spec.preemptionPolicy ??= old.preemptionPolicy;
      return;
    }
    const found = classOf(request, spec.priorityClassName);
    if (!spec.priorityClassName && found.metadata.name) spec.priorityClassName = found.metadata.name;
    const computed = found.value ?? 0;
    if (spec.priority !== undefined && spec.priority !== computed) {
      throw refusal(
        request,
        `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission ` +
          `controller computed ${computed} from the given PriorityClass name`,
      );
    }
    spec.priority = computed;
    const policy = found.preemptionPolicy;
    if (policy === undefined) return;
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy) {
      throw refusal(
        request,
        `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority ` +
          `admission controller computed ${policy} from the given PriorityClass name`,
      );
    }
    spec.preemptionPolicy = policy;
  };

  return {
    name: "Priority",
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") &&
      (isAbout(request, "pods") || isClass(request)),
    admit(request) {
      if (request.object !== undefined && !isClass(request)) admitPod(request, request.object);
    },
    validate(request) {
      if (!isClass(request) || (request.object as PriorityClass | undefined)?.globalDefault !== true) return;
      const other = globalDefault();
      if (other === undefined) return;
      if (request.operation === "UPDATE" && other.metadata.name === request.object?.metadata.name) return;
      const message = `PriorityClass ${other.metadata.name} is already marked as default. Only one default can exist`;
      throw refusal(request, message);
    },
  };
}
