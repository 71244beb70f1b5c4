import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";

interface Taint {
  key: string;
  effect: string;
}

/** Taints new nodes as not ready, so that the scheduler avoids them until their readiness is known. */
export function taintNodesByCondition({ vocabulary }: Pick<AdmissionDependencies, "vocabulary">): AdmissionPlugin {
  const taint: Taint = { key: vocabulary.render("node.{labelDomain}/not-ready"), effect: "NoSchedule" };
  return {
    name: "TaintNodesByCondition",
    handles: (request) => request.operation === "CREATE" && isAbout(request, "nodes"),
    admit({ object }) {
      if (object === undefined) return;
      const spec = (object["spec"] ?? {}) as { taints?: Taint[] };
      const taints = spec.taints ?? [];
      if (taints.some(({ key, effect }) => key === taint.key && effect === taint.effect)) return;
      object["spec"] = { ...spec, taints: [...taints, { ...taint }] };
    },
  };
}
