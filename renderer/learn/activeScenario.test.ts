import { expect, it } from "vitest";
import { ActiveScenarios } from "./activeScenario.ts";

it("is stored per cluster, and notifies subscribers when it changes", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const active = new ActiveScenarios(() => storage);
  const seen: string[] = [];
  const stop = active.subscribe(() => seen.push(active.of("a")));
  active.set("a", { id: "rollout", namespace: "scenario-rollout" });
  active.set("a", { id: "rollout", namespace: "scenario-rollout" });
  active.set("b", { id: "quota", namespace: "team" });
  expect(active.namespaceOf("a")).toBe("scenario-rollout");
  active.set("a", undefined);
  expect(active.namespaceOf("a")).toBe("");
  stop();
  active.set("a", { id: "drain", namespace: "scenario-drain" });
  expect(seen).toEqual(["rollout", "rollout", ""]);
  const again = new ActiveScenarios(() => storage);
  expect([again.of("b"), again.namespaceOf("b")]).toEqual(["quota", "team"]);
});
