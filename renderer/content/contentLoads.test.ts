import { expect, it } from "vitest";
import type { Content } from "../../shared/content/content.ts";
import type { Ask } from "../../shared/lessons/checkEngine.ts";
import { ContentLoads } from "./contentLoads.ts";

const text = { en: "x", de: "x" };
const objects = ["a", "b", "c"].map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));
const content: Content = { id: "x", title: text, summary: text, nodes: 0, count: 3, objects: () => objects };
const kinds = JSON.stringify({ resources: [{ name: "namespaces", kind: "Namespace", namespaced: false }] });
const answering =
  (status: (name: string) => number): Ask =>
  async ({ method, body }) => {
    if (method === "GET") return { status: 200, text: kinds };
    const { metadata } = body as { metadata: { name: string } };
    return { status: status(metadata.name), text: JSON.stringify({ message: `about ${metadata.name}` }) };
  };

it("reports its progress, and nothing when it is done", async () => {
  const loads = new ContentLoads();
  const seen: (number | undefined)[] = [];
  loads.subscribe(() => seen.push(loads.of("c")?.done));
  expect(
    await loads.start(
      "c",
      content,
      answering((name) => (name === "b" ? 409 : 201)),
    ),
  ).toBe(true);
  expect(seen).toEqual([0, 1, 2, 3, undefined]);
});

it("says why it failed, and resumes when it is started again", async () => {
  const loads = new ContentLoads();
  expect(
    await loads.start(
      "c",
      content,
      answering((name) => (name === "c" ? 403 : 201)),
    ),
  ).toBe(false);
  expect(loads.of("c")).toMatchObject({ done: 2, problem: "Namespace c: about c" });
  expect(
    await loads.start(
      "c",
      content,
      answering(() => 201),
    ),
  ).toBe(true);
  expect(loads.of("c")).toBeUndefined();
});

it("loads only one content at a time into a cluster", async () => {
  const loads = new ContentLoads();
  let answer: () => void = () => undefined;
  const first = loads.start("c", content, async (request) => {
    if (request.method !== "GET") await new Promise<void>((resolve) => (answer = resolve));
    return answering(() => 201)(request);
  });
  expect(
    await loads.start(
      "c",
      content,
      answering(() => 201),
    ),
  ).toBe(false);
  loads.dismiss("c");
  expect(loads.of("c")).toBeDefined();
  const done = setInterval(() => answer(), 1);
  expect(await first).toBe(true);
  clearInterval(done);
});
