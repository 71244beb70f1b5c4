import { describe, expect, it } from "vitest";
import type { Ask } from "../lessons/checkEngine.ts";
import { setUpScenario } from "./lifecycle.ts";
import type { Scenario } from "./scenario.ts";

const text = { en: "x", de: "x" };
const scenario: Scenario = {
  id: "a",
  title: text,
  summary: text,
  minutes: 1,
  nodes: 0,
  namespace: "scenario-a",
  manifests: [],
  begins: [{ says: text, ask: { method: "GET", path: "/there" }, status: 200 }],
  setup: [],
  cleanup: [],
  steps: [],
};

/** A cluster that reaches the scenario's initial state after the given number of polls. */
function cluster({ created, looks }: { created: number; looks: number }) {
  const seen = { looks: 0, waits: 0 };
  const ask: Ask = async ({ method }) => {
    if (method === "POST") return { status: created, text: "" };
    seen.looks += 1;
    return { status: seen.looks > looks ? 200 : 404, text: "" };
  };
  const wait = async (): Promise<void> => {
    seen.waits += 1;
  };
  return { seen, ask, wait };
}

describe("Scenario setup", () => {
  it("waits until the cluster reaches the state of the first step", async () => {
    const { seen, ask, wait } = cluster({ created: 201, looks: 3 });
    await setUpScenario(scenario, ask, wait);
    expect(seen).toEqual({ looks: 4, waits: 3 });
  });

  it("does not wait when an existing scenario is resumed", async () => {
    const { seen, ask, wait } = cluster({ created: 409, looks: 3 });
    await setUpScenario(scenario, ask, wait);
    expect(seen).toEqual({ looks: 0, waits: 0 });
  });

  it("gives up waiting if the cluster never reaches that state", async () => {
    const { seen, ask, wait } = cluster({ created: 201, looks: Number.POSITIVE_INFINITY });
    await setUpScenario(scenario, ask, wait);
    expect(seen.waits).toBe(120);
  });
});
