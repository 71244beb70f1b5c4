import type { ClusterState, ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { shellWord } from "../../requests/shellAccess.ts";
import type { Tone } from "../../ui/Badge.tsx";

/** The clusters whose name, address or file contains a text (ignoring case), grouped by kind, in their order. */
export function groupClusters(
  clusters: readonly ClusterSummary[],
  text: string,
): { sandboxes: ClusterSummary[]; remotes: ClusterSummary[] } {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const matching = clusters.filter((cluster) => {
    const haystack = [cluster.name, cluster.apiServer, cluster.source ?? ""].join(" ").toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
  return {
    sandboxes: matching.filter(({ kind }) => kind === "sandbox"),
    remotes: matching.filter(({ kind }) => kind === "remote"),
  };
}

const TONES: Record<ClusterState, Tone> = {
  stopped: "neutral",
  starting: "accent",
  running: "good",
  stopping: "accent",
  failed: "bad",
  unopened: "neutral",
  connected: "good",
  unauthorized: "warn",
  unreachable: "bad",
};

/** The tone of a state. */
export const toneOf = (state: ClusterState): Tone => TONES[state];

/** The actions that a state allows. */
export const canStart = (state: ClusterState): boolean => state === "stopped" || state === "failed";
export const canStop = (state: ClusterState): boolean => state === "running";
export const canRetry = (state: ClusterState): boolean => state === "unauthorized" || state === "unreachable";

/** The shell command that selects a kubeconfig. */
export const shellCommand = (variable: string, path: string): string => `export ${variable}=${shellWord(path)}`;
