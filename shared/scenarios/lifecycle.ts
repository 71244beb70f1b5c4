/** Begins a scenario. It is taken away as a lesson is. */
import { type Ask, bodyOf, valueAt } from "../lessons/checkEngine.ts";
import type { LessonRequest } from "../lessons/lesson.ts";
import { LessonError, setUpLesson } from "../lessons/lifecycle.ts";
import { creations } from "../manifests/creations.ts";
import type { Scenario } from "./scenario.ts";

/** Makes the namespace, the objects and whatever else the scenario begins with. What is there already stays. @throws LessonError */
export async function setUpScenario(scenario: Scenario, ask: Ask): Promise<void> {
  await demandNodes(scenario, ask);
  const creation = creations(ask, scenario.namespace);
  const objects: LessonRequest[] = [];
  for (const manifest of scenario.manifests) objects.push(await creation(manifest));
  await setUpLesson({ ...scenario, setup: [...objects, ...scenario.setup] }, ask);
}

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
