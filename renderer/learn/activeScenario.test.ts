import { expect, it } from "vitest";
import { ActiveScenarios } from "./activeScenario.ts";

it("is stored per cluster, and notifies subscribers when it changes", () => {
  const kept = new Map<string, string>();
  const shelf = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const active = new ActiveScenarios(() => shelf);
  const seen: string[] = [];
  const stop = active.subscribe(() => seen.push(active.of("a")));
  active.set("a", "rollout");
  active.set("a", "rollout");
  active.set("b", "quota");
  active.set("a", "");
  stop();
  active.set("a", "drain");
  expect(seen).toEqual(["rollout", "rollout", ""]);
  expect(new ActiveScenarios(() => shelf).of("b")).toBe("quota");
});
