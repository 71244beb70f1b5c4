import { DEFAULT_BUCKETS } from "../../../ground/observability/registry/histogram.ts";
import type { PodLife } from "../pods/podLife.ts";
import { PROBE_RESULTS, type ProbeName, type ProbeTally } from "../pods/probes/probeCounts.ts";
import type { MetricFamily, Sample } from "./exposition.ts";
import { type OwnMetricsParts, startTime } from "./ownMetrics.ts";

type Labels = Readonly<Record<string, string>>;

/** The content of `/metrics/probes`: probe results of the existing containers. */
export function probeMetrics({ podLives, startedAt }: Pick<OwnMetricsParts, "podLives" | "startedAt">): MetricFamily[] {
  return [
    startTime(startedAt),
    {
      ...{ name: "prober_probe_duration_seconds", type: "histogram" },
      help: "[ALPHA] Duration in seconds for a probe response.",
      samples: ofProbes(podLives, (tally, labels) => [...durations(tally, labels)]),
    },
    {
      ...{ name: "prober_probe_total", type: "counter" },
      help: "[ALPHA] Cumulative number of a liveness, readiness or startup probe for a container by result.",
      samples: ofProbes(podLives, ({ results }, labels, uid) =>
        PROBE_RESULTS.flatMap((result) =>
          results[result] === 0 ? [] : [{ value: results[result], labels: { ...labels, pod_uid: uid, result } }],
        ),
      ),
    },
  ];
}

function ofProbes(
  podLives: readonly PodLife[],
  samples: (tally: Readonly<ProbeTally>, labels: Labels, uid: string) => Sample[],
): Sample[] {
  return podLives.flatMap(({ pod, containers }) => {
    const { name: podName = "", namespace = "", uid = "" } = pod.metadata;
    return containers.flatMap(({ name, probeCounts }) =>
      [...probeCounts].flatMap(([probe, tally]: [ProbeName, Readonly<ProbeTally>]) =>
        samples(tally, { container: name, namespace, pod: podName, probe_type: probe }, uid),
      ),
    );
  });
}

/** Durations of successful probes only. */
function* durations(
  { results: { successful }, atMost, took }: Readonly<ProbeTally>,
  labels: Labels,
): Generator<Sample> {
  if (successful === 0) return;
  for (const [i, bound] of DEFAULT_BUCKETS.entries()) {
    yield { suffix: "_bucket", labels, le: String(bound), value: atMost[i] ?? 0 };
  }
  yield { suffix: "_bucket", labels, le: "+Inf", value: successful };
  yield { suffix: "_sum", labels, value: took };
  yield { suffix: "_count", labels, value: successful };
}
