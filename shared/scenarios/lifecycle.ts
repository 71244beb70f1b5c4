/** Begins a scenario. It is taken away as a lesson is. */
import { type Ask, bodyOf, runChecks, valueAt } from "../lessons/checkEngine.ts";
import type { LessonRequest } from "../lessons/lesson.ts";
import { LessonError, setUpLesson } from "../lessons/lifecycle.ts";
import { creations } from "../manifests/creations.ts";
import type { Scenario } from "./scenario.ts";

/** Times that a cluster is looked at until it is where a scenario begins. */
const PATIENCE = 120;

/**
 * Makes the namespace, the objects and whatever else the scenario begins with, and waits until the cluster is where the first
 * step begins. What is there already stays; a scenario that is taken up where it stood is not waited for. A cluster that does
 * not get there, because its time stands still, is left as it is.
 *
 * @param wait resolves after a short while
 * @throws LessonError
 */
export async function setUpScenario(scenario: Scenario, ask: Ask, wait: () => Promise<void>): Promise<void> {
  await demandNodes(scenario, ask);
  const creation = creations(ask, scenario.namespace);
  const objects: LessonRequest[] = [];
  for (const manifest of scenario.manifests) objects.push(await creation(manifest));
  const isNew = await setUpLesson({ ...scenario, setup: [...objects, ...scenario.setup] }, ask);
  for (let turn = 0; isNew && turn < PATIENCE && !(await hasBegun(scenario, ask)); turn += 1) await wait();
}

/** Whether the cluster is where the first step begins. */
export const hasBegun = async ({ begins }: Scenario, ask: Ask): Promise<boolean> =>
  (await runChecks(begins, ask, [])).every(({ ok }) => ok);

async function demandNodes({ nodes, id }: Scenario, ask: Ask): Promise<void> {
  if (nodes === 0) return;
  const answer = await ask({ method: "GET", path: "/api/v1/nodes" });
  const items = valueAt(bodyOf(answer.text), "/items");
  const count = Array.isArray(items) ? items.length : 0;
  if (count < nodes) {
    throw new LessonError(
      `the scenario ${id} needs ${nodes} nodes, and there are ${count}: start the server with --simulated-nodes=${nodes}`,
      answer,
    );
  }
}
