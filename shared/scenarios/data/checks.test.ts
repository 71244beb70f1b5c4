/** Hints do not give the solution away, and checks accept every correct solution. */
import { describe, expect, test } from "vitest";
import { type Ask, runChecks } from "../../lessons/checkEngine.ts";
import type { LessonStep } from "../../lessons/lesson.ts";
import { createVocabulary } from "../../vocabulary.ts";
import { allScenarios } from "../allScenarios.ts";
import type { Scenario } from "../scenario.ts";
import { crashLoop, PROGRAM } from "./crashLoop.ts";
import { drain } from "./drain.ts";
import { networkPolicy } from "./networkPolicy.ts";
import { nodeFailure } from "./nodeFailure.ts";

/** A server that returns these objects, by the end of their paths. */
const holding =
  (objects: Readonly<Record<string, unknown>>): Ask =>
  async ({ path }) => {
    const found = Object.entries(objects).find(([end]) => path.endsWith(end));
    return found === undefined ? { status: 404, text: "{}" } : { status: 200, text: JSON.stringify(found[1]) };
  };
const stepOf = (scenario: Scenario, id: string): LessonStep => {
  const step = scenario.steps.find((each) => each.id === id);
  if (step === undefined) throw new Error(`no step ${id}`);
  return step;
};
const accepts = async (step: LessonStep, objects: Readonly<Record<string, unknown>>): Promise<boolean> =>
  (await runChecks(step.checks, holding(objects), [])).every(({ ok }) => ok);

describe("Hints", () => {
  test.each(allScenarios(createVocabulary()).map((scenario) => [scenario.id, scenario] as const))(
    "of %s contain no solution value",
    (_id, scenario) => {
      const hints = scenario.steps.flatMap((step) => step.hints.flatMap(({ en, de }) => [en, de]));
      expect(hints.length).toBeGreaterThan(0);
      expect(hints.filter((hint) => /[=:]\s*["']?-?\d|speed \d/.test(hint))).toEqual([]);
    },
  );
});

describe("Solution checks", () => {
  const command = ["sh", "-c", PROGRAM];
  const orders = (container: object, availableReplicas = 1) => ({
    "/deployments/orders": {
      spec: { template: { spec: { containers: [{ command, ...container }] } } },
      status: { replicas: 1, updatedReplicas: 1, availableReplicas },
    },
  });

  test("accept an environment variable among others or from a secret", async () => {
    const step = stepOf(crashLoop, "repair");
    const url = { name: "DATABASE_URL", value: "postgres://ledger/orders" };
    expect(await accepts(step, orders({ env: [{ name: "LOG_LEVEL", value: "debug" }, url] }))).toBe(true);
    expect(await accepts(step, orders({ envFrom: [{ secretRef: { name: "database" } }] }))).toBe(true);
    expect(await accepts(step, orders({ env: [url] }, 0))).toBe(false);
    expect(await accepts(step, orders({ command: ["sleep", "infinity"] }))).toBe(false);
  });

  test("accept a disruption budget with an equivalent value in either field", async () => {
    const step = stepOf(drain, "budget");
    const budget = (spec: object, status: object) => ({ "/poddisruptionbudgets/checkout": { spec, status } });
    const loose = { desiredHealthy: 2, disruptionsAllowed: 1 };
    expect(await accepts(step, budget({ minAvailable: 2 }, loose))).toBe(true);
    expect(await accepts(step, budget({ maxUnavailable: 1 }, loose))).toBe(true);
    expect(await accepts(step, budget({ minAvailable: 3 }, { desiredHealthy: 3, disruptionsAllowed: 0 }))).toBe(false);
    expect(await accepts(step, {})).toBe(false);
  });

  test("accept a network policy that selects all pods", async () => {
    const step = stepOf(networkPolicy, "close");
    const clients = {
      "/deployments/ledger": { status: { availableReplicas: 1 } },
      "/deployments/teller": { status: {} },
      "/deployments/stranger": { status: {} },
    };
    const policy = { metadata: { name: "closed" }, spec: { podSelector: {}, policyTypes: ["Ingress"] } };
    expect(await accepts(step, { "/networkpolicies": { items: [policy] }, ...clients })).toBe(true);
    expect(await accepts(step, { "/networkpolicies": { items: [] }, ...clients })).toBe(false);
  });
});

test("steps of a failing node can be solved independently after a reload", () => {
  const requests = nodeFailure.steps.flatMap(({ solution }) => solution);
  expect(requests.filter(({ path }) => path.includes("$("))).toEqual([]);
});
