import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import { podSpec } from "../builtIn/podSpec.ts";
import { isAbout } from "../requests.ts";

/** Lets pods that ask for an extended resource onto the nodes that are tainted with its name, because they have it. */
export function extendedResourceToleration({ vocabulary }: { readonly vocabulary: Vocabulary }): AdmissionPlugin {
  const native = vocabulary.render("{labelDomain}/");
  const isExtended = (name: string): boolean =>
    name.includes("/") && !name.includes(native) && !name.startsWith("requests.");
  return {
    name: "ExtendedResourceToleration",
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") && isAbout(request, "pods"),
    admit({ object }) {
      if (object === undefined) return;
      const spec = podSpec(object);
      const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
      const names = new Set(containers.flatMap(({ resources }) => Object.keys(resources?.requests ?? {})));
      const wanted = [...names]
        .filter(isExtended)
        .sort()
        .map((key) => ({ key, operator: "Exists", effect: "NoSchedule" }));
      const missing = wanted.filter(
        ({ key, operator, effect }) =>
          !spec.tolerations?.some(
            (known) => known.key === key && known.operator === operator && known.effect === effect && !known.value,
          ),
      );
      if (missing.length > 0) spec.tolerations = [...(spec.tolerations ?? []), ...missing];
    },
  };
}
