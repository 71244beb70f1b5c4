import { expect, it } from "vitest";
import { verdictOn } from "./textVerdict.ts";

const text = (replicas: string): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas}\n`;

it("tells the replicas of an object, or why the text is none, in a form that a worker can send", () => {
  const texts = [text("3"), text('"3"'), "a: 1\n---\nb: 2\n", "a: [", ""];
  expect(texts.map((each) => structuredClone(verdictOn(each)))).toMatchObject([
    { ok: true, replicas: 3 },
    { ok: true, replicas: undefined },
    { ok: false, problem: "documents", count: 2 },
    { ok: false, problem: "syntax", line: 1 },
    { ok: false, problem: "object" },
  ]);
});
