/**
 * A situation in a sandbox that the learner resolves: a lesson that begins with objects, and waits for the cluster to follow.
 */
import type { Lesson, StateCheck } from "../lessons/lesson.ts";
import type { Manifest } from "../manifests/manifest.ts";

export interface Scenario extends Lesson {
  /** Nodes that it needs. */
  readonly nodes: number;
  /** Created before `setup` is sent. Those without a namespace belong to the scenario's own. */
  readonly manifests: readonly Manifest[];
  /** What the cluster makes of them by itself before there is anything to do: the first step begins when all of it holds. */
  readonly begins: readonly StateCheck[];
}

/** Whether a lesson is a scenario: one that waits for the cluster. */
export const isScenario = (lesson: Lesson): lesson is Scenario => "manifests" in lesson;
