import type { Container } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { type FieldError, forbidden, index, invalid } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validatePodSpec } from "../validation/pod/podSpec.ts";
import { qosClass } from "./podQos.ts";
import { asPod } from "./views.ts";

/** What a running container can be given more or less of. */
const RESIZABLE: readonly string[] = ["cpu", "memory"];

type Resources = Container["resources"];

/** The stored pod with the resources that the request gives its containers; nothing else changes. */
function resized(object: ApiObject, old: ApiObject): ApiObject["spec"] {
  const given = new Map((asPod(object).spec?.containers ?? []).map((container) => [container.name, container]));
  const spec = asPod(old).spec ?? { containers: [] };
  const containers = spec.containers.map((container) => {
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

const others = (list: Readonly<Record<string, string>> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(list ?? {}).filter(([name]) => !RESIZABLE.includes(name)));

function changesOthers(resources: Resources, old: Resources): boolean {
  return (["limits", "requests"] as const).some((part) => !deepEqual(others(resources?.[part]), others(old?.[part])));
}

function validateResize(object: ApiObject, old: ApiObject): FieldError[] {
  const [spec, before] = [asPod(object).spec, asPod(old).spec];
  const errors: FieldError[] = [];
  const quality = qosClass(spec);
  if (quality !== qosClass(before))
    errors.push(invalid("spec", quality, "Pod QOS Class may not change as a result of resizing"));
  for (const [i, { resources }] of (spec?.containers ?? []).entries()) {
    if (!changesOthers(resources, before?.containers[i]?.resources)) continue;
    errors.push(forbidden(`${index("spec.containers", i)}.resources`, "only cpu and memory resources are mutable"));
  }
  return errors;
}

/** Resources of running containers change through a sub-resource of their own, which changes nothing else. */
export const podResizeStrategy: Strategy = {
  prepareForUpdate(_context, object, old) {
    const spec = resized(object, old);
    const status = asPod(old).status ?? {};
    object["spec"] = spec;
    object["status"] = deepEqual(spec, old["spec"]) ? status : { ...status, resize: "Proposed" };
    // Changed in place: whoever began this write holds on to the metadata.
    for (const field of ["labels", "annotations", "finalizers", "ownerReferences"] as const) {
      if (old.metadata[field] === undefined) delete object.metadata[field];
      else Object.assign(object.metadata, { [field]: old.metadata[field] });
    }
  },
  validateUpdate: (context, object, old) => [
    ...validatePodSpec(asPod(object).spec, "spec", context),
    ...validateResize(object, old),
  ],
};
