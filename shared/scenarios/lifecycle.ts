/** Sets up scenarios. They are reset like lessons. */
import { type Ask, bodyOf, runChecks, valueAt } from "../lessons/checkEngine.ts";
import type { LessonRequest } from "../lessons/lesson.ts";
import { LessonError, setUpLesson } from "../lessons/lifecycle.ts";
import { creations } from "../manifests/creations.ts";
import type { Scenario } from "./scenario.ts";

/** Maximum number of checks whether the cluster has reached the initial state. */
const MAX_ATTEMPTS = 120;

/**
 * Creates the namespace, the objects and everything else that the scenario starts with, and waits until the cluster has
 * reached the initial state of the first step. Objects that already exist are left unchanged; a resumed scenario is not
 * waited for. If the cluster does not get there, because its time is paused, the scenario starts anyway.
 *
 * @param wait resolves after a short delay
 * @throws LessonError
 */
export async function setUpScenario(scenario: Scenario, ask: Ask, wait: () => Promise<void>): Promise<void> {
  await demandNodes(scenario, ask);
  const creation = creations(ask, scenario.namespace);
  const objects: LessonRequest[] = [];
  for (const manifest of scenario.manifests) objects.push(await creation(manifest));
  const isNew = await setUpLesson({ ...scenario, setup: [...objects, ...scenario.setup] }, ask);
  for (let attempt = 0; isNew && attempt < MAX_ATTEMPTS && !(await hasBegun(scenario, ask)); attempt += 1) await wait();
}

/** Whether the cluster has reached the initial state of the first step. */
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
