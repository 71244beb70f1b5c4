import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { AdmissionDependencies } from "../dependencies.ts";
import { isAbout } from "../requests.ts";
import { podSpec, type Toleration } from "./podSpec.ts";

/** The default number of seconds. */
const SECONDS = 300;

/**
 * Lets pods stay for a while (five minutes by default) on nodes that become unready or unreachable, unless they have
 * their own tolerations for it.
 */
export function defaultTolerationSeconds({
  vocabulary,
  tolerationSeconds = { notReady: SECONDS, unreachable: SECONDS },
}: Pick<AdmissionDependencies, "vocabulary" | "tolerationSeconds">): AdmissionPlugin {
  const seconds = new Map([
    [vocabulary.render("node.{labelDomain}/not-ready"), tolerationSeconds.notReady],
    [vocabulary.render("node.{labelDomain}/unreachable"), tolerationSeconds.unreachable],
  ]);
  const keys = [...seconds.keys()];
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
        ...missing.map((key) => ({
          key,
          operator: "Exists",
          effect: "NoExecute",
          tolerationSeconds: seconds.get(key),
        })),
      ];
    },
  };
}
