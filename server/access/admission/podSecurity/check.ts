import type { PodLike } from "./pod.ts";

/** What a check finds wrong with a pod. */
export interface Finding {
  /** Named for every pod, also for many at once. */
  readonly reason: string;
  /** Named for a single pod: which of its parts are to blame. */
  readonly detail: string;
}

/** Judges a pod; undefined when nothing is wrong. */
export type CheckPod = (pod: PodLike) => Finding | undefined;

export interface Check {
  /** Findings are listed in this order, those of the baseline first. */
  readonly id: string;
  readonly level: "baseline" | "restricted";
  /** The rules since a minor version, oldest first. */
  readonly versions: readonly {
    readonly since: number;
    readonly check: CheckPod;
    /** Checks of the baseline that this one makes needless. */
    readonly overrides?: readonly string[];
  }[];
}

/** `"a", "b"`: names in the words of a finding. */
export const quotedList = (items: readonly string[]): string => items.map((item) => `"${item}"`).join(", ");

export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** `container "a"`, `containers "a", "b"`. */
export const containerNames = (names: readonly string[]): string =>
  `${plural(names.length, "container")} ${quotedList(names)}`;

/** `pod and container "a"`: the parts of the pod that set a field. Empty when none does. */
export const setters = (pod: boolean, containers: readonly string[], ...others: readonly string[]): string =>
  [...(pod ? ["pod"] : []), ...(containers.length === 0 ? [] : [containerNames(containers)]), ...others].join(" and ");

/** Distinct and sorted by code units. */
export const distinct = (items: readonly string[]): string[] => [...new Set(items)].sort();

/** Checks that do not apply to pods for Windows, as the rules say since 1.25. */
export const exceptWindows =
  (check: CheckPod): CheckPod =>
  (pod) =>
    pod.spec.os?.name === "windows" ? undefined : check(pod);
