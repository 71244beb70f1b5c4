import { expect, it } from "vitest";
import type { Ask, LessonAnswer } from "../lessons/checkEngine.ts";
import type { Content } from "./content.ts";
import { loadContent } from "./loadContent.ts";

const text = { en: "x", de: "x" };
const names = Array.from({ length: 40 }, (_, i) => `map-${i}`);
const content: Content = {
  id: "x",
  title: text,
  summary: text,
  nodes: 0,
  count: 1 + names.length,
  *objects() {
    yield { apiVersion: "v1", kind: "Namespace", metadata: { name: "x" } };
    for (const name of names) yield { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "x" } };
  },
};
const kinds = JSON.stringify({
  resources: [
    { name: "namespaces", kind: "Namespace", namespaced: false },
    { name: "configmaps", kind: "ConfigMap", namespaced: true },
  ],
});
/** A server that decides about each creation by the object's name. */
const server =
  (decide: (name: string) => Promise<number> | number): Ask =>
  async ({ method, body }): Promise<LessonAnswer> => {
    if (method === "GET") return { status: 200, text: kinds };
    const { name } = (body as { metadata: { name: string } }).metadata;
    return { status: await decide(name), text: JSON.stringify({ message: `about ${name}` }) };
  };

it("creates every object once, the namespace first, with limited concurrency", async () => {
  const asked: string[] = [];
  let underWay = 0;
  let most = 0;
  const progress: number[] = [];
  const ask = server(async (name) => {
    asked.push(name);
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
    return name === "map-3" ? 409 : 201;
  });
  expect(await loadContent(content, ask, { onProgress: (done) => progress.push(done) })).toBe(40);
  expect(asked[0]).toBe("x");
  expect([...asked].sort()).toEqual(["x", ...names].sort());
  expect(progress).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(8);
});

it("starts no further objects after a rejection and fails once those in flight complete", async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const ask = server(async (name) => {
    asked.push(name);
    if (name === "map-2") return 403;
    if (name === "x" || name === "map-0") return 201;
    await new Promise<void>((resolve) => answers.push(resolve));
    return 201;
  });
  let done = 0;
  let isOver = false;
  const load = loadContent(content, ask, { onProgress: (count) => (done = count) }).catch((error: Error) => {
    isOver = true;
    return error.message;
  });
  await expect.poll(() => answers.length).toBe(7);
  expect(isOver).toBe(false);
  const begun = asked.length;
  for (const answer of answers) answer();
  expect(await load).toBe("ConfigMap map-2: about map-2");
  expect(asked).toHaveLength(begun);
  expect(done).toBe(begun - 1);
});

it("rejects with the signal's reason and sends no more requests", async () => {
  const ending = new AbortController();
  let asked = 0;
  const ask = server(() => {
    asked += 1;
    if (asked === 10) ending.abort(new Error("enough"));
    return 201;
  });
  await expect(loadContent(content, ask, { signal: ending.signal })).rejects.toThrow("enough");
  const count = asked;
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(count);
});
