import type { VersionRow } from "./versionRow.ts";

const AUTOSCALING_V2 = { group: "autoscaling", version: "v2", since: "1.23" };
const POLICY_V1 = { group: "policy", version: "v1", since: "1.21" };

/** Versions removed in 1.25, 1.26 and 1.27, except for flow control. */
export const goneSince125: readonly VersionRow[] = [
  {
    group: "autoscaling",
    version: "v2beta1",
    kinds: ["HorizontalPodAutoscaler"],
    deprecated: "1.22",
    removed: "1.25",
    use: AUTOSCALING_V2,
    meanwhile: [{ group: "autoscaling", version: "v2beta2", since: "1.12" }],
    changes: [
      {
        en: "What a metric aims at stands in its `target`: `targetAverageUtilization` is `target.averageUtilization` with `target.type: Utilization`, and so on.",
        de: "Was eine Metrik anstrebt, steht in ihrem `target`: `targetAverageUtilization` ist `target.averageUtilization` mit `target.type: Utilization`, und so weiter.",
      },
      {
        en: "`metricName` and `selector` stand in `metric`; the `target` of an object metric is `describedObject`.",
        de: "`metricName` und `selector` stehen in `metric`; das `target` einer Objektmetrik ist `describedObject`.",
      },
    ],
  },
  {
    group: "autoscaling",
    version: "v2beta2",
    kinds: ["HorizontalPodAutoscaler"],
    deprecated: "1.23",
    removed: "1.26",
    use: AUTOSCALING_V2,
    changes: [],
  },
  {
    group: "batch",
    version: "v1beta1",
    kinds: ["CronJob"],
    deprecated: "1.21",
    removed: "1.25",
    use: { group: "batch", version: "v1", since: "1.21" },
    changes: [
      {
        en: "`TZ=` and `CRON_TZ=` in `spec.schedule` are refused; `spec.timeZone` says the time zone.",
        de: "`TZ=` und `CRON_TZ=` in `spec.schedule` werden abgelehnt; `spec.timeZone` nennt die Zeitzone.",
      },
    ],
  },
  {
    group: "discovery.{domain}",
    version: "v1beta1",
    kinds: ["EndpointSlice"],
    deprecated: "1.21",
    removed: "1.25",
    use: { group: "discovery.{domain}", version: "v1", since: "1.21" },
    changes: [
      {
        en: "Of `topology`, `{labelDomain}/hostname` is `nodeName` and `topology.{labelDomain}/zone` is `zone`.",
        de: "Von `topology` ist `{labelDomain}/hostname` nun `nodeName` und `topology.{labelDomain}/zone` nun `zone`.",
      },
      {
        en: "All other keys of `topology` are in `deprecatedTopology`, which cannot be written.",
        de: "Alle anderen Schlüssel von `topology` stehen in `deprecatedTopology`, das nicht geschrieben werden kann.",
      },
    ],
  },
  {
    group: "events.{domain}",
    version: "v1beta1",
    kinds: ["Event"],
    deprecated: "1.22",
    removed: "1.25",
    use: { group: "events.{domain}", version: "v1", since: "1.19" },
    unnamed: true,
    changes: [
      { en: "`type` has to be Normal or Warning.", de: "`type` muss Normal oder Warning sein." },
      {
        en: "`involvedObject` is called `regarding`.",
        de: "`involvedObject` heißt `regarding`.",
      },
      {
        en: "`action`, `reason`, `reportingController` and `reportingInstance` are required on creation.",
        de: "`action`, `reason`, `reportingController` und `reportingInstance` sind beim Anlegen Pflicht.",
      },
      {
        en: "`eventTime` takes the place of `firstTimestamp`, `series.lastObservedTime` that of `lastTimestamp`, `series.count` that of `count`.",
        de: "`eventTime` tritt an die Stelle von `firstTimestamp`, `series.lastObservedTime` an die von `lastTimestamp`, `series.count` an die von `count`.",
      },
    ],
  },
  {
    group: "node.{domain}",
    version: "v1beta1",
    kinds: ["RuntimeClass"],
    deprecated: "1.22",
    removed: "1.25",
    use: { group: "node.{domain}", version: "v1", since: "1.20" },
    changes: [],
  },
  {
    group: "policy",
    version: "v1beta1",
    kinds: ["PodDisruptionBudget"],
    deprecated: "1.21",
    removed: "1.25",
    use: POLICY_V1,
    changes: [
      {
        en: "An empty `spec.selector` (`{}`) selects all pods of the namespace; before, it selected none.",
        de: "Ein leerer `spec.selector` (`{}`) wählt alle Pods des Namespace; vorher wählte er keinen.",
      },
    ],
  },
  {
    group: "policy",
    version: "v1beta1",
    kinds: ["PodSecurityPolicy"],
    deprecated: "1.21",
    removed: "1.25",
    changes: [
      {
        en: "Nothing takes its place. Use pod security admission (labels of namespaces), or a validating policy of your own.",
        de: "Nichts tritt an seine Stelle. Stattdessen: Pod Security Admission (Labels von Namespaces) oder eine eigene Prüfregel.",
      },
    ],
  },
  {
    group: "storage.{domain}",
    version: "v1beta1",
    kinds: ["CSIStorageCapacity"],
    deprecated: "1.24",
    removed: "1.27",
    use: { group: "storage.{domain}", version: "v1", since: "1.24" },
    changes: [],
  },
];
