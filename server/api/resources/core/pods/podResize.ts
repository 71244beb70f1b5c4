import type { Container } from "kubernetes-types/core/v1";
import { equalInSteps } from "../../../../../shared/deepEqual.ts";
import { errorsWithin } from "../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import { each, isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { stepsFor } from "../../../../ground/turns/turnFor.ts";
import type { Strategy } from "../../../registry/strategy.ts";
import { validatePodSpec } from "../../validation/pod/podSpec.ts";
import { asPod } from "../views.ts";
import { qosClass } from "./podQos.ts";

/** What a running container can be given more or less of. */
const RESIZABLE: readonly string[] = ["cpu", "memory"];

type Resources = Container["resources"];

/** The stored pod with the resources that the request gives its containers; nothing else changes. */
function* resized(object: ApiObject, old: ApiObject): Steps<ApiObject["spec"]> {
  const listed = yield* each(asPod(object).spec?.containers ?? [], (container) => [container.name, container] as const);
  const given = new Map(listed);
  const spec = asPod(old).spec ?? { containers: [] };
  const containers = yield* each(spec.containers, (container) => {
    const next = given.get(container.name) as (Container & { resizePolicy?: unknown }) | undefined;
    if (next === undefined) return container;
    const { resources, resizePolicy } = next;
    return {
      ...container,
      ...(resources === undefined ? {} : { resources }),
      ...(resizePolicy === undefined ? {} : { resizePolicy }),
    };
  });
  return { ...spec, containers };
}

function* changesOthers(resources: Resources, old: Resources): Steps<boolean> {
  for (const part of ["limits", "requests"] as const) {
    const [next, before] = [resources?.[part] ?? {}, old?.[part] ?? {}];
    if ((yield* hasOthers(next, before)) || (yield* hasOthers(before, next))) return true;
  }
  return false;
}

/** Whether a list has amounts that another one has not, of what cannot be resized. */
function* hasOthers(list: Readonly<Record<string, string>>, known: Readonly<Record<string, string>>): Steps<boolean> {
  for (const name of Object.keys(list)) {
    if (isTurnDue()) yield;
    if (list[name] !== known[name] && !RESIZABLE.includes(name)) return true;
  }
  return false;
}

function* validateResize(object: ApiObject, old: ApiObject): Steps<FieldError[]> {
  const [spec, before] = [asPod(object).spec, asPod(old).spec];
  const errors: FieldError[] = [];
  const quality = yield* qosClass(spec);
  if (quality !== (yield* qosClass(before)))
    errors.push(invalid("spec", quality, "Pod QOS Class may not change as a result of resizing"));
  const ofContainers = errorsWithin(spec?.containers, "spec.containers", function* ({ resources }, at, i) {
    if (!(yield* changesOthers(resources, before?.containers[i]?.resources))) return [];
    return [forbidden(child(at, "resources"), "only cpu and memory resources are mutable")];
  });
  return [...errors, ...(yield* ofContainers)];
}

function* prepare(object: ApiObject, old: ApiObject): Steps<void> {
  const spec = yield* resized(object, old);
  const status = asPod(old).status ?? {};
  object["spec"] = spec;
  object["status"] = (yield* equalInSteps(spec, old["spec"])) ? status : { ...status, resize: "Proposed" };
  // Changed in place, because the caller keeps a reference to the metadata.
  for (const field of ["labels", "annotations", "finalizers", "ownerReferences"] as const) {
    if (old.metadata[field] === undefined) delete object.metadata[field];
    else Object.assign(object.metadata, { [field]: old.metadata[field] });
  }
}

/** Resources of running containers change through a sub-resource of their own, which changes nothing else. */
export const podResizeStrategy: Strategy = {
  prepareForUpdate: (_context, object, old) => stepsFor([object, old], prepare(object, old)),
  *validating(context, object, old = object) {
    return [...(yield* validatePodSpec(asPod(object).spec, "spec", context)), ...(yield* validateResize(object, old))];
  },
};
