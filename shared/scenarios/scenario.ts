/**
 * A situation in a sandbox that the learner resolves: a lesson that starts with objects and waits for the cluster to
 * react.
 */
import type { Lesson, StateCheck } from "../lessons/lesson.ts";
import type { Manifest } from "../manifests/manifest.ts";

export interface Scenario extends Lesson {
  /** Number of nodes that the scenario needs. */
  readonly nodes: number;
  /** Objects created before the `setup` requests. Those without a namespace go to the scenario's own. */
  readonly manifests: readonly Manifest[];
  /**
   * The state that the cluster reaches on its own before the learner can start: the first step begins when all checks
   * pass.
   */
  readonly begins: readonly StateCheck[];
}

/** Whether a lesson is a scenario. */
export const isScenario = (lesson: Lesson): lesson is Scenario => "manifests" in lesson;
