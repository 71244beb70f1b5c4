import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";
import { podSpec, type Toleration } from "./podSpec.ts";

const SECONDS = 300;

/** Lets pods stay five minutes on nodes that become unready or unreachable, unless they say themselves what they tolerate. */
export function defaultTolerationSeconds({ vocabulary }: Pick<AdmissionDependencies, "vocabulary">): AdmissionPlugin {
  const keys = ["not-ready", "unreachable"].map((name) => vocabulary.render(`node.{labelDomain}/${name}`));
  const covers = (toleration: Toleration, key: string): boolean =>
    (!toleration.key || toleration.key === key) && (!toleration.effect || toleration.effect === "NoExecute");
  return {
    name: "DefaultTolerationSeconds",
    handles: (request) =>
      (request.operation === "CREATE" || request.operation === "UPDATE") && isAbout(request, "pods"),
    admit({ object }) {
      if (object === undefined) return;
      const spec = podSpec(object);
      const given = spec.tolerations ?? [];
      const missing = keys.filter((key) => !given.some((toleration) => covers(toleration, key)));
      if (missing.length === 0) return;
      spec.tolerations = [
        ...given,
        ...missing.map((key) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: SECONDS })),
      ];
    },
  };
}
