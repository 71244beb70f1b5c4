import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { VERSION_INFO } from "../../../serving/endpoints/nonResource/version.ts";
import type { PodLife } from "../pods/podLife.ts";
import type { MetricFamily, Sample } from "./exposition.ts";

export interface OwnMetricsParts {
  readonly vocabulary: Vocabulary;
  readonly node: string;
  readonly podLives: readonly PodLife[];
  /** Seconds since the epoch. */
  readonly startedAt: number;
}

/** The content of `/metrics`: how much the agent has to do. */
export function ownMetrics({ vocabulary, node, podLives, startedAt }: OwnMetricsParts): MetricFamily[] {
  const agent = vocabulary.render("{prefix}let");
  const gauge = (name: string, help: string, samples: readonly Sample[]): MetricFamily => ({
    ...{ name, type: "gauge", help: `[ALPHA] ${help}`, samples },
  });
  const states = podLives.flatMap(({ containers }) => containers.flatMap(stateOf));
  const counts = new Map<string, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  const { major, minor, gitVersion, gitCommit, gitTreeState, buildDate, goVersion, compiler, platform } = VERSION_INFO;
  const running = podLives.filter(({ containers }) => containers.some(({ isRunning }) => isRunning));
  return [
    gauge(
      `${agent}_active_pods`,
      `The number of pods the ${agent} considers active and which are being considered when admitting new pods. static is true if the pod is not from the apiserver.`,
      [
        { value: podLives.filter(({ isOver }) => !isOver).length, labels: { static: "" } },
        { value: 0, labels: { static: "true" } },
      ],
    ),
    gauge(
      `${agent}_desired_pods`,
      `The number of pods the ${agent} is being instructed to run. static is true if the pod is not from the apiserver.`,
      [
        { value: podLives.length, labels: { static: "" } },
        { value: 0, labels: { static: "true" } },
      ],
    ),
    gauge(`${agent}_node_name`, "The node's name. The count is always 1.", [{ value: 1, labels: { node } }]),
    gauge(
      `${agent}_running_containers`,
      "Number of containers currently running",
      [...counts].map(([state, value]) => ({ value, labels: { container_state: state } })),
    ),
    gauge(`${agent}_running_pods`, "Number of pods that have a running pod sandbox", [{ value: running.length }]),
    gauge(
      `${vocabulary.word}_build_info`,
      `A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which ${vocabulary.render("{Product}")} was built, and platform on which it is running.`,
      [
        {
          value: 1,
          labels: {
            ...{ major, minor, platform, compiler, git_version: gitVersion, git_commit: gitCommit },
            ...{ git_tree_state: gitTreeState, build_date: buildDate, go_version: goVersion },
          },
        },
      ],
    ),
    startTime(startedAt),
  ];
}

/** When the agent started, in seconds since the epoch. */
export const startTime = (value: number): MetricFamily => ({
  ...{ name: "process_start_time_seconds", type: "gauge", samples: [{ value }] },
  help: "[STABLE] Start time of the process since unix epoch in seconds.",
});

function stateOf({ state }: PodLife["containers"][number]): string[] {
  if (state.running !== undefined) return ["running"];
  return state.terminated !== undefined ? ["exited"] : [];
}
