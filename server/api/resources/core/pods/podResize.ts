import type { Container, PodStatus } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { errorsWithin } from "../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import { each, isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { stepsFor } from "../../../../ground/turns/turnFor.ts";
import { sameParts } from "../../../../model/schema/semanticEquality.ts";
import type { Strategy, WriteContext } from "../../../registry/strategy.ts";
import { podAnnotationNames } from "../../validation/pod/podAnnotations.ts";
import { specDifference } from "../specDifference.ts";
import { asPod } from "../views.ts";
import { qosClass } from "./podQos.ts";
import { validatePod } from "./podValidation.ts";

/** Resources of a running container that can be changed. */
const RESIZABLE = ["cpu", "memory"] as const;

type Amounts = Readonly<Record<string, string>>;
type Resources = Container["resources"];
type Resizable = Container & { resizePolicy?: unknown };

/** The stored pod spec with the resources and resize policies of the request; nothing else changes. */
function* resized(object: ApiObject, old: ApiObject): Steps<ApiObject["spec"]> {
  const listed = yield* each(asPod(object).spec?.containers ?? [], (container) => [container.name, container] as const);
  const given = new Map<string, Resizable>(listed);
  const spec = asPod(old).spec ?? { containers: [] };
  const containers = yield* each(spec.containers, (container: Resizable) => {
    const next = given.get(container.name);
    return next === undefined ? container : withParts(container, next);
  });
  return { ...spec, containers };
}

function withParts(container: Resizable, { resources, resizePolicy }: Resizable): Resizable {
  const { resources: _, resizePolicy: __, ...rest } = container;
  return {
    ...rest,
    ...(resources === undefined ? {} : { resources }),
    ...(resizePolicy === undefined ? {} : { resizePolicy }),
  };
}

/** Whether any container's resources change. A changed resize policy alone requires nothing from the node. */
function* changesResources(object: ApiObject["spec"], old: ApiObject): Steps<boolean> {
  const before = asPod(old).spec?.containers ?? [];
  for (const [i, { resources }] of ((object as { containers?: Container[] }).containers ?? []).entries()) {
    if (isTurnDue()) yield;
    const old = before[i]?.resources ?? {};
    if (!(yield* sameParts("api.core.v1.ResourceRequirements", resources ?? {}, old))) return true;
  }
  return false;
}

/**
 * A node that can resize containers reports their resources. Until a container runs this is unknown, and resizing is
 * allowed.
 */
function isSupported({ containerStatuses }: PodStatus): boolean {
  const running = (containerStatuses ?? []).find(({ state }) => state?.running);
  return running === undefined || Boolean((running as { resources?: unknown }).resources);
}

function* validateResize(object: ApiObject, old: ApiObject): Steps<FieldError[]> {
  const [spec, before] = [asPod(object).spec, asPod(old).spec];
  const status = asPod(old).status ?? {};
  const errors: FieldError[] = [];
  const quality = status.qosClass ?? (yield* qosClass(before));
  if (quality !== (yield* qosClass(spec))) {
    errors.push(invalid("spec", status.qosClass ?? "", "Pod QOS Class may not change as a result of resizing"));
  }
  const ofContainers = yield* errorsWithin(before?.containers, "spec.containers", function* ({ resources }, at, i) {
    const next = spec?.containers[i]?.resources;
    return [
      ...(yield* validateKept(next?.requests, resources?.requests, child(at, "resources.requests"))),
      ...(yield* validateKept(next?.limits, resources?.limits, child(at, "resources.limits"))),
    ];
  });
  append(errors, ofContainers);
  if (!isSupported(status)) errors.push(forbidden("spec", "Pod running on node without support for resize"));
  const munged = yield* withResizingUndone(object, old);
  if (!(yield* sameParts("api.core.v1.PodSpec", munged, before))) {
    const difference = yield* specDifference("PodSpec", before ?? {}, munged ?? {});
    errors.push(forbidden("spec", `only cpu and memory resources are mutable\n${difference}`));
  }
  return errors;
}

/** Amounts may change, but may not be removed. @param path of the amounts */
function* validateKept(amounts: Amounts = {}, old: Amounts = {}, path: string): Steps<FieldError[]> {
  for (const name of Object.keys(old)) {
    if (isTurnDue()) yield;
    if (amounts[name] !== undefined) continue;
    return [forbidden(path, `resource ${path.endsWith("requests") ? "requests" : "limits"} cannot be removed`)];
  }
  return [];
}

/** The new spec with all permitted changes undone: any remaining difference is not permitted. */
function* withResizingUndone(object: ApiObject, old: ApiObject): Steps<ApiObject["spec"]> {
  const spec = asPod(object).spec;
  const before = (asPod(old).spec?.containers ?? []) as readonly Resizable[];
  if (spec === undefined) return undefined;
  const containers = yield* each(spec.containers, (container: Resizable, i) => {
    const { resizePolicy, resources } = before[i] ?? {};
    const undone = undoneResources(container.resources, resources);
    return withParts(container, {
      name: container.name,
      ...(undone === undefined ? {} : { resources: undone }),
      ...(resizePolicy === undefined ? {} : { resizePolicy }),
    });
  });
  return { ...spec, containers };
}

function undoneResources(resources: Resources, old: Resources): Resources {
  const undone = { ...resources };
  for (const part of ["limits", "requests"] as const) {
    const before = old?.[part];
    delete undone[part];
    if (before === undefined) continue;
    const amounts: Record<string, string> = { ...resources?.[part] };
    for (const name of RESIZABLE) {
      delete amounts[name];
      if (before[name] !== undefined) amounts[name] = before[name];
    }
    undone[part] = amounts;
  }
  return old === undefined && Object.keys(undone).length === 0 ? undefined : undone;
}

function* prepare(object: ApiObject, old: ApiObject): Steps<void> {
  const spec = yield* resized(object, old);
  const status = asPod(old).status ?? {};
  object["spec"] = spec;
  object["status"] = (yield* changesResources(spec, old)) ? { ...status, resize: "Proposed" } : status;
  // Change the metadata in place, because the caller keeps a reference to it.
  for (const field of ["labels", "annotations", "finalizers", "ownerReferences"] as const) {
    if (old.metadata[field] === undefined) delete object.metadata[field];
    else Object.assign(object.metadata, { [field]: old.metadata[field] });
  }
}

/** Errors for pods that cannot be resized. The reference reports them for the object as a whole. */
function unreachable({ vocabulary }: WriteContext, old: ApiObject): FieldError[] {
  if (old.metadata.annotations?.[podAnnotationNames(vocabulary).mirror] !== undefined) {
    return [forbidden("[]", "static pods cannot be resized")];
  }
  return asPod(old).spec?.os?.name === "windows" ? [forbidden("[]", "windows pods cannot be resized")] : [];
}

/** Resources of running containers change through this sub-resource, which changes nothing else. */
export const podResizeStrategy: Strategy = {
  prepareForUpdate: (_context, object, old) => stepsFor([object, old], prepare(object, old)),
  *validating(context, object, old = object) {
    const refused = unreachable(context, old);
    if (refused.length > 0) return refused;
    return [...(yield* validatePod(context, object, old)), ...(yield* validateResize(object, old))];
  },
};
