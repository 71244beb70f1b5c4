import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import { podSpec, type Toleration } from "../builtIn/podSpec.ts";
import { isAbout } from "../requests.ts";

/** Adds tolerations to pods that request an extended resource, for nodes tainted with its name. */
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
      const wanted = new Map(
        [...names]
          .filter(isExtended)
          .sort()
          .map((key) => [key, { key, operator: "Exists", effect: "NoSchedule" } as Toleration]),
      );
      if (wanted.size === 0) return;
      const isSame = ({ key = "", operator, effect, value }: Toleration): boolean =>
        wanted.has(key) && operator === "Exists" && effect === "NoSchedule" && !value;
      // Replaces an equal toleration that may have a time limit.
      const given = (spec.tolerations ?? []).map((known) =>
        isSame(known) ? { ...wanted.get(known.key ?? "") } : known,
      );
      const known = new Set(given.filter(isSame).map(({ key }) => key));
      spec.tolerations = [...given, ...[...wanted.values()].filter(({ key }) => !known.has(key))];
    },
  };
}
