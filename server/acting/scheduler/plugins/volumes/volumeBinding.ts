import { usedClaims } from "../../../volumes/usedClaims.ts";
import { isRejection, type Plugin, type Rejection } from "../../framework/plugin.ts";
import { type BindVolumesParts, bindVolumes } from "./bindVolumes.ts";
import { findVolumes, type VolumeParts } from "./findVolumes.ts";
import { podClaims } from "./podClaims.ts";
import { isAboutClaim } from "./volumeObjects.ts";

/**
 * Excludes nodes where a pod's volumes are neither usable nor can be provisioned. Claims that wait for a node are bound
 * before the pod is.
 */
export function volumeBinding(parts: VolumeParts, binding: BindVolumesParts): Plugin {
  const { objects, vocabulary, assumed } = parts;
  return {
    name: "VolumeBinding",
    prepareFilter(pod) {
      const claims = podClaims(objects, vocabulary, pod);
      if (claims === undefined || isRejection(claims)) return claims;
      return {
        filter(node): Rejection | undefined {
          const found = findVolumes(parts, claims, node);
          return isRejection(found) ? found : undefined;
        },
      };
    },
    reserve(pod, node) {
      const claims = podClaims(objects, vocabulary, pod);
      if (claims === undefined) return undefined;
      const plan = isRejection(claims) ? claims : findVolumes(parts, claims, node);
      if (isRejection(plan)) throw new Error(plan.reasons.join(", "));
      if (plan.bind.length + plan.provision.length === 0) return undefined;
      assumed.add(plan, node.name);
      return {
        async prepare() {
          await bindVolumes(binding, plan, { namespace: pod.namespace, name: pod.name, node: node.name });
          assumed.remove(plan);
        },
        release: () => assumed.remove(plan),
      };
    },
    hints: [
      { on: ["Claim"], helps: (waiting, { object }) => isAboutClaim(waiting, object) },
      {
        on: ["Volume", "StorageClass", "CsiNode", "CsiDriver", "CsiCapacity", "NodeAdd", "NodeLabel"],
        helps: (waiting) => usedClaims(waiting).length > 0,
      },
    ],
  };
}
