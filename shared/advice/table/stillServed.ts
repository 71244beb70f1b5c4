import type { VersionRow } from "./versionRow.ts";

/** Versions that 1.32 still serves, but that are deprecated or will be removed later. */
export const stillServed: readonly VersionRow[] = [
  {
    group: "",
    version: "v1",
    kinds: ["ComponentStatus"],
    deprecated: "1.19",
    changes: [
      {
        en: "Ask the health endpoints of the components instead.",
        de: "Stattdessen die Health-Endpunkte der Komponenten abfragen.",
      },
    ],
  },
  {
    group: "authentication.{domain}",
    version: "v1beta1",
    kinds: ["SelfSubjectReview"],
    deprecated: "1.30",
    removed: "1.33",
    use: { group: "authentication.{domain}", version: "v1", since: "1.28" },
    changes: [],
  },
  {
    group: "admissionregistration.{domain}",
    version: "v1beta1",
    kinds: ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"],
    deprecated: "1.31",
    removed: "1.34",
    use: { group: "admissionregistration.{domain}", version: "v1", since: "1.30" },
    unnamed: true,
    changes: [],
  },
  {
    group: "storage.{domain}",
    version: "v1alpha1",
    kinds: ["VolumeAttributesClass"],
    deprecated: "1.32",
    removed: "1.35",
    use: { group: "storage.{domain}", version: "v1beta1", since: "1.31" },
    unnamed: true,
    changes: [],
  },
];
