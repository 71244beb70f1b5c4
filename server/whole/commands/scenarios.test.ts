import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ask, fillIn, type Kept, keepFrom, runChecks } from "../../../shared/lessons/checkEngine.ts";
import type { LessonStep } from "../../../shared/lessons/lesson.ts";
import { resetLesson } from "../../../shared/lessons/lifecycle.ts";
import { allScenarios } from "../../../shared/scenarios/allScenarios.ts";
import { hasBegun, setUpScenario } from "../../../shared/scenarios/lifecycle.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { startTestServer, type TestServer } from "../../testing/testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["*"], scheduler: true, simulatedNodes: 3 });
  // What the cluster does on its own takes time, which can pass faster than real time.
  await server.request("PUT", "/simulation/time", { body: { speed: 5 } });
});
afterAll(() => server.stop());

const ask: Ask = async ({ method, path, contentType, body }) => {
  const headers: Record<string, string> = contentType === undefined ? {} : { "content-type": contentType };
  const { status, text } = await server.request(method, path, { headers, ...(body === undefined ? {} : { body }) });
  return { status, text };
};
const missing = async ({ checks }: LessonStep): Promise<string[]> =>
  (await runChecks(checks, ask, [])).flatMap(({ ok, check, found }) => (ok ? [] : [`${check.says.en}: ${found}`]));
const polling = { timeout: 60_000, interval: 100 };
const shortWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
/**
 * Whether a step's solution changes something. Other steps only wait for what the cluster does on its own, which may
 * already have happened.
 */
const asksForDeed = ({ solution }: LessonStep): boolean => solution.some(({ method }) => method !== "GET");

describe.each(allScenarios(createVocabulary()))("the scenario $id", (scenario) => {
  it("is solved by its solution, step by step and not earlier, and leaves no objects", {
    timeout: 240_000,
  }, async () => {
    await expect.poll(async () => (await server.request("GET", "/api/v1/nodes")).body.items.length, polling).toBe(3);
    await setUpScenario(scenario, ask, shortWhile);
    await expect.poll(() => hasBegun(scenario, ask), polling).toBe(true);
    let kept: Kept = {};
    for (const step of scenario.steps) {
      if (asksForDeed(step))
        expect(await missing(step), `${step.id} must not be done before it is done`).not.toEqual([]);
      for (const planned of step.solution) {
        const request = fillIn(planned, kept);
        // The initial state of a step may not be reached yet.
        await expect
          .poll(async () => {
            const answer = await ask(request);
            if (answer.status === planned.status) kept = keepFrom(request, answer, kept);
            return answer.status;
          }, polling)
          .toBe(planned.status);
      }
      await expect.poll(() => missing(step), polling).toEqual([]);
    }
    // A scenario can be resumed at its current step, and removed.
    await setUpScenario(scenario, ask, shortWhile);
    await resetLesson(scenario, ask, shortWhile);
    expect((await ask({ method: "GET", path: `/api/v1/namespaces/${scenario.namespace}` })).status).toBe(404);
  });
});

it("reports missing requirements", async () => {
  const [first] = allScenarios(createVocabulary());
  if (first === undefined) throw new Error("no scenario");
  await expect(setUpScenario({ ...first, nodes: 9 }, ask, shortWhile)).rejects.toThrow(
    "the scenario rollout needs 9 nodes, and there are 3: start the server with --simulated-nodes=9",
  );
  const manifest = { apiVersion: "example.com/v1", kind: "Nothing", metadata: { name: "x" } };
  await expect(setUpScenario({ ...first, manifests: [manifest] }, ask, shortWhile)).rejects.toThrow(
    "the server does not serve example.com/v1 Nothing",
  );
});
