import { quoted } from "../../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import {
  type Check,
  type CheckPod,
  containerNames,
  distinct,
  exceptWindows,
  type Finding,
  plural,
  quotedList,
  setters,
} from "../check.ts";
import { containersOf, namesWhere, type PodSpec, type Profile } from "../pod.ts";

const REASON = "seccompProfile";
const isGood = (profile: Profile | undefined): boolean => ["RuntimeDefault", "Localhost"].includes(profile?.type ?? "");
const isBad = (profile: Profile | undefined): boolean => profile !== undefined && !isGood(profile);

/** Finds seccomp profiles that are set to a forbidden type. */
function badlySet(spec: PodSpec): Finding | undefined {
  const ofPod = spec.securityContext?.seccompProfile;
  const by = setters(
    isBad(ofPod),
    namesWhere(spec, (context) => isBad(context.seccompProfile)),
  );
  if (by === "") return undefined;
  const profiles = [ofPod, ...containersOf(spec).map(({ securityContext }) => securityContext?.seccompProfile)];
  const types = distinct(profiles.filter(isBad).map((profile) => profile?.type ?? ""));
  return { reason: REASON, detail: `${by} must not set securityContext.seccompProfile.type to ${quotedList(types)}` };
}

/** The check for versions in which annotations set the profiles. */
function badlyAnnotated(vocabulary: Vocabulary): CheckPod {
  const ofPod = vocabulary.render("seccomp.security.alpha.{labelDomain}/pod");
  const ofContainer = vocabulary.render("container.seccomp.security.alpha.{labelDomain}/");
  const isAllowed = (value: string): boolean =>
    value === "runtime/default" || value === "docker/default" || value.startsWith("localhost/");
  return ({ annotations, spec }) => {
    const keys = [ofPod, ...containersOf(spec).map(({ name }) => ofContainer + name)];
    const bad = distinct(
      keys.flatMap((key) => {
        const value = annotations[key];
        return value === undefined || isAllowed(value) ? [] : [`${key}=${quoted(value)}`];
      }),
    );
    if (bad.length === 0) return undefined;
    return { reason: REASON, detail: `forbidden ${plural(bad.length, "annotation")} ${bad.join(", ")}` };
  };
}

/** The seccomp profile may be replaced, but not disabled. */
export const seccompProfileBaseline = (vocabulary: Vocabulary): Check => ({
  id: "seccompProfile_baseline",
  level: "baseline",
  versions: [
    { since: 0, check: badlyAnnotated(vocabulary) },
    { since: 19, check: ({ spec }) => badlySet(spec) },
  ],
});

const required: CheckPod = ({ spec }) => {
  const bad = badlySet(spec);
  if (bad !== undefined) return bad;
  const silent = namesWhere(spec, (context) => context.seccompProfile === undefined);
  if (silent.length === 0 || isGood(spec.securityContext?.seccompProfile)) return undefined;
  const must = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: REASON, detail: `pod or ${containerNames(silent)} ${must}` };
};

/** A seccomp profile must be set. */
export const seccompProfileRestricted: Check = {
  id: "seccompProfile_restricted",
  level: "restricted",
  versions: [
    { since: 19, check: required, overrides: ["seccompProfile_baseline"] },
    { since: 25, check: exceptWindows(required), overrides: ["seccompProfile_baseline"] },
  ],
};
