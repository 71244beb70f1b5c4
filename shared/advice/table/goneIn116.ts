import type { VersionRow } from "./versionRow.ts";

const APPS_V1 = { group: "apps", version: "v1", since: "1.9" };

const SELECTOR = {
  en: "`spec.selector` is required and cannot be changed later; it no longer follows from the labels of the template.",
  de: "`spec.selector` ist Pflicht und danach unveränderlich; er folgt nicht mehr aus den Labels der Vorlage.",
};
const ROLLBACK = { en: "`spec.rollbackTo` is gone.", de: "`spec.rollbackTo` gibt es nicht mehr." };
const GENERATION = { en: "`spec.templateGeneration` is gone.", de: "`spec.templateGeneration` gibt es nicht mehr." };
const HISTORY = {
  en: "`spec.revisionHistoryLimit` is 10 by default; before, it was 2 in apps/v1beta1 and without limit in extensions/v1beta1.",
  de: "`spec.revisionHistoryLimit` ist ohne Angabe 10; vorher 2 in apps/v1beta1 und unbegrenzt in extensions/v1beta1.",
};
const DEADLINE = {
  en: "`spec.progressDeadlineSeconds` is 600 by default; in extensions/v1beta1 there was no deadline.",
  de: "`spec.progressDeadlineSeconds` ist ohne Angabe 600; in extensions/v1beta1 gab es keine Frist.",
};
const SURGE = {
  en: "`maxSurge` and `maxUnavailable` are 25% by default; in extensions/v1beta1 they were 1.",
  de: "`maxSurge` und `maxUnavailable` sind ohne Angabe 25 %; in extensions/v1beta1 waren sie 1.",
};
const ROLLING = {
  en: "`spec.updateStrategy.type` is RollingUpdate by default; before, it was OnDelete.",
  de: "`spec.updateStrategy.type` ist ohne Angabe RollingUpdate; vorher OnDelete.",
};

const workload = (
  [group, version]: readonly [string, string],
  kind: string,
  changes: VersionRow["changes"],
): VersionRow => ({
  group,
  version,
  kinds: [kind],
  deprecated: version === "v1beta2" ? "1.9" : "1.8",
  removed: "1.16",
  use: APPS_V1,
  changes,
});

const EXTENSIONS = ["extensions", "v1beta1"] as const;
const BETA1 = ["apps", "v1beta1"] as const;
const BETA2 = ["apps", "v1beta2"] as const;

/** Versions removed in 1.16: the first versions of workloads, network policies and pod security policies. */
export const goneIn116: readonly VersionRow[] = [
  workload(EXTENSIONS, "Deployment", [SELECTOR, ROLLBACK, DEADLINE, HISTORY, SURGE]),
  workload(EXTENSIONS, "DaemonSet", [SELECTOR, GENERATION, ROLLING]),
  workload(EXTENSIONS, "ReplicaSet", [SELECTOR]),
  workload(BETA1, "Deployment", [SELECTOR, ROLLBACK, HISTORY]),
  workload(BETA1, "StatefulSet", [SELECTOR, ROLLING]),
  workload(BETA1, "ControllerRevision", []),
  workload(BETA2, "Deployment", [SELECTOR]),
  workload(BETA2, "StatefulSet", [SELECTOR]),
  workload(BETA2, "DaemonSet", [SELECTOR]),
  workload(BETA2, "ReplicaSet", [SELECTOR]),
  workload(BETA2, "ControllerRevision", []),
  {
    group: "extensions",
    version: "v1beta1",
    kinds: ["NetworkPolicy"],
    deprecated: "1.9",
    removed: "1.16",
    use: { group: "networking.{domain}", version: "v1", since: "1.8" },
    changes: [],
  },
  {
    group: "extensions",
    version: "v1beta1",
    kinds: ["PodSecurityPolicy"],
    deprecated: "1.11",
    removed: "1.16",
    changes: [
      {
        en: "Nothing takes its place: policy/v1beta1 ended with 1.25, too. Use pod security admission (labels of namespaces).",
        de: "Nichts tritt an seine Stelle: auch policy/v1beta1 endete mit 1.25. Stattdessen: Pod Security Admission (Labels von Namespaces).",
      },
    ],
  },
];
