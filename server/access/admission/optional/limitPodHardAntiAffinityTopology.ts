import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import { isAbout, refusal } from "../requests.ts";

interface Spec {
  readonly affinity?: {
    readonly podAntiAffinity?: {
      readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly { readonly topologyKey?: string }[];
    };
  };
}

/** Forbids required pod anti-affinity with any topology key but the node's hostname. */
export function limitPodHardAntiAffinityTopology({ vocabulary }: { readonly vocabulary: Vocabulary }): AdmissionPlugin {
  const allowed = vocabulary.render("{labelDomain}/hostname");
  return {
    name: "LimitPodHardAntiAffinityTopology",
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") && isAbout(request, "pods"),
    validate(request) {
      const { affinity } = (request.object?.["spec"] ?? {}) as Spec;
      const terms = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
      const bad = terms.find(({ topologyKey }) => topologyKey !== allowed);
      if (bad === undefined) return;
      const what = "affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey";
      throw refusal(request, `${what} ${bad.topologyKey} but only key ${allowed} is allowed`);
    },
  };
}
