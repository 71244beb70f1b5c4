import type { PodLike } from "./pod.ts";

/** A violation that a check finds in a pod. */
export interface Finding {
  /** Reported for a single pod and for many pods together. */
  readonly reason: string;
  /** Only reported for a single pod: which of its parts violate the check. */
  readonly detail: string;
}

/** Checks a pod; returns undefined when it passes. */
export type CheckPod = (pod: PodLike) => Finding | undefined;

export interface Check {
  /** Findings are listed in this order, those of the baseline level first. */
  readonly id: string;
  readonly level: "baseline" | "restricted";
  /** The check's implementations since minor versions, oldest first. */
  readonly versions: readonly {
    readonly since: number;
    readonly check: CheckPod;
    /** Checks of the baseline level that this one replaces. */
    readonly overrides?: readonly string[];
  }[];
}

/** `"a", "b"`: names in the text of a finding. */
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

/** Skips pods for Windows, as the rules require since 1.25. */
export const exceptWindows =
  (check: CheckPod): CheckPod =>
  (pod) =>
    pod.spec.os?.name === "windows" ? undefined : check(pod);
