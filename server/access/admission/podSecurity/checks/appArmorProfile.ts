import { quoted } from "../../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { type Check, distinct, plural, quotedList, setters } from "../check.ts";
import { containersOf, namesWhere, type Profile } from "../pod.ts";

const isBad = (profile: Profile | undefined): boolean =>
  profile !== undefined && !["RuntimeDefault", "Localhost"].includes(profile.type ?? "");

/** The default AppArmor profile may be replaced by one of the node, but not disabled. */
export function appArmorProfile(vocabulary: Vocabulary): Check {
  const prefix = vocabulary.render("container.apparmor.security.beta.{labelDomain}/");
  const isAllowed = (value: string): boolean =>
    value === "" || value === "runtime/default" || value.startsWith("localhost/");
  return {
    id: "appArmorProfile",
    level: "baseline",
    versions: [
      {
        since: 0,
        check: ({ annotations, spec }) => {
          const ofPod = spec.securityContext?.appArmorProfile;
          const containers = namesWhere(spec, (context) => isBad(context.appArmorProfile));
          const profiles = [
            ofPod,
            ...containersOf(spec).map((container) => container.securityContext?.appArmorProfile),
          ];
          const annotated = Object.entries(annotations)
            .filter(([key, value]) => key.startsWith(prefix) && !isAllowed(value))
            .map(([key, value]) => `${key}=${quoted(value)}`)
            .sort();
          const by = setters(
            isBad(ofPod),
            containers,
            ...(annotated.length === 0 ? [] : [plural(annotated.length, "annotation")]),
          );
          if (by === "") return undefined;
          const values = [...distinct(profiles.filter(isBad).map((profile) => profile?.type ?? "")), ...annotated];
          return {
            reason: plural(values.length, "forbidden AppArmor profile"),
            detail: `${by} must not set AppArmor profile type to ${quotedList(values)}`,
          };
        },
      },
    ],
  };
}
