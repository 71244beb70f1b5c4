import { isTurnOver, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { FeatureGates } from "../../../ground/settings/featureGates.ts";
import type { Check, CheckPod, Finding } from "./check.ts";
import { allowPrivilegeEscalation } from "./checks/allowPrivilegeEscalation.ts";
import { appArmorProfile } from "./checks/appArmorProfile.ts";
import { capabilitiesBaseline } from "./checks/capabilitiesBaseline.ts";
import { capabilitiesRestricted } from "./checks/capabilitiesRestricted.ts";
import { hostNamespaces } from "./checks/hostNamespaces.ts";
import { hostPathVolumes } from "./checks/hostPathVolumes.ts";
import { hostPorts } from "./checks/hostPorts.ts";
import { privileged } from "./checks/privileged.ts";
import { procMount } from "./checks/procMount.ts";
import { restrictedVolumes } from "./checks/restrictedVolumes.ts";
import { runAsNonRoot } from "./checks/runAsNonRoot.ts";
import { runAsUser } from "./checks/runAsUser.ts";
import { seccompProfileBaseline, seccompProfileRestricted } from "./checks/seccompProfile.ts";
import { seLinuxOptions } from "./checks/seLinuxOptions.ts";
import { sysctls } from "./checks/sysctls.ts";
import { windowsHostProcess } from "./checks/windowsHostProcess.ts";
import type { Level, LevelVersion, Version } from "./level.ts";
import type { PodLike } from "./pod.ts";

/** Evaluates the checks of a policy for a pod, one per step. Returns the findings in the order of messages. */
export type EvaluatePod = (policy: LevelVersion, pod: PodLike) => Steps<Finding[]>;

/** `hostPort (container "a" uses hostPort 80), privileged (…)`. */
export const findingsText = (findings: readonly Finding[]): string =>
  findings.map(({ reason, detail }) => (detail === "" ? reason : `${reason} (${detail})`)).join(", ");

/** The checks of version 1.32, each with all its versions. */
export function podEvaluator(vocabulary: Vocabulary, features: FeatureGates): EvaluatePod {
  const relaxed = features.enabled("UserNamespacesPodSecurityStandards");
  return evaluatorOf([
    appArmorProfile(vocabulary),
    capabilitiesBaseline,
    hostNamespaces,
    hostPathVolumes,
    hostPorts,
    privileged,
    procMount(relaxed),
    seLinuxOptions,
    seccompProfileBaseline(vocabulary),
    sysctls,
    windowsHostProcess,
    allowPrivilegeEscalation,
    capabilitiesRestricted,
    restrictedVolumes,
    runAsNonRoot(relaxed),
    runAsUser(relaxed),
    seccompProfileRestricted,
  ]);
}

/** Runs checks. Selects those of a level and version only once. */
export function evaluatorOf(checks: readonly Check[]): EvaluatePod {
  const newest = Math.max(...checks.flatMap(({ versions }) => versions.map(({ since }) => since)));
  const selections = new Map<string, readonly CheckPod[]>();
  const selected = (level: Level, version: Version): readonly CheckPod[] => {
    // Higher versions use the rules of the newest one, which bounds the number of cached selections, whatever labels
    // say.
    const minor = version === "latest" ? newest : Math.min(version, newest);
    const key = `${level} ${minor}`;
    const known = selections.get(key) ?? select(checks, level, minor);
    selections.set(key, known);
    return known;
  };
  return function* ({ level, version }, pod) {
    const findings: Finding[] = [];
    if (level === "privileged") return findings;
    for (const check of selected(level, version)) {
      const found = check(pod);
      if (found !== undefined) findings.push(found);
      if (isTurnOver()) yield;
    }
    return findings;
  };
}

function select(checks: readonly Check[], level: Level, minor: number): CheckPod[] {
  const ordered = [...checks].sort((a, b) =>
    a.level === b.level ? (a.id < b.id ? -1 : 1) : a.level < b.level ? -1 : 1,
  );
  const applying = ordered
    .filter((check) => level === "restricted" || check.level === "baseline")
    .flatMap(({ id, versions }) => {
      const version = versions.findLast(({ since }) => since <= minor);
      return version === undefined ? [] : [{ id, ...version }];
    });
  const overridden = new Set(applying.flatMap(({ overrides = [] }) => overrides));
  return applying.filter(({ id }) => !overridden.has(id)).map(({ check }) => check);
}
