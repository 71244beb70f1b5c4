import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mergedOver } from "../diff/merge3.ts";
import { askAboutText } from "./askAboutText.ts";
import { answerTo, type TextQuestion } from "./textQuestion.ts";
import { objectIn } from "./textVerdict.ts";

/** The workers that were started, what each was asked, and whether it has ended. */
const workers: { questions: TextQuestion[]; ended: boolean }[] = [];
let fails = false;

class FakeWorker {
  readonly #seen = { questions: [] as TextQuestion[], ended: false };
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: ((event: { message: string }) => void) | undefined;

  constructor() {
    workers.push(this.#seen);
  }

  postMessage(question: TextQuestion): void {
    this.#seen.questions.push(question);
    if (fails) this.onerror?.({ message: "out of memory" });
    else this.onmessage?.({ data: structuredClone(answerTo(question)) });
  }

  terminate(): void {
    this.#seen.ended = true;
  }
}

beforeEach(() => {
  vi.stubGlobal("Worker", FakeWorker);
  workers.length = 0;
  fails = false;
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const long = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { big: 9007199254740993, text: "${"x".repeat(60_000)}" }\n`;

test("a worker reads a long text, and ends", async () => {
  expect(await askAboutText("object", long)).toEqual(objectIn(long));
  expect(workers).toEqual([{ questions: [{ about: "object", given: [long] }], ended: true }]);
});

test("a long text that cannot be sent has no object", async () => {
  expect(await askAboutText("object", `${long}]`)).toBeUndefined();
});

test("a failure of the worker is reported, and ends it", async () => {
  fails = true;
  await expect(askAboutText("object", long)).rejects.toThrow("out of memory");
  expect(workers[0]?.ended).toBe(true);
});

test("a short text needs no worker", async () => {
  expect(await askAboutText("object", "kind: ConfigMap\n")).toMatchObject({ kind: "ConfigMap" });
  expect(workers).toEqual([]);
});

test("a worker merges long texts, and applies choices to them", async () => {
  const typed = long.replace("name: a", "name: b");
  const stored = `${long}stored: true\n`;
  expect(await askAboutText("mergedOver", long, stored, typed)).toBe(mergedOver(long, stored, typed));
  const conflict = { field: ".metadata.name", path: ["f:metadata", "f:name"], owners: [], theirs: "a", mine: "b" };
  const live = { metadata: { name: "a" } };
  const chosen = await askAboutText("chosen", typed, live, [conflict], { ".metadata.name": "theirs" });
  expect(objectIn(chosen)).toEqual(objectIn(long));
  expect(workers.map(({ questions }) => questions.map(({ about }) => about))).toEqual([["mergedOver"], ["chosen"]]);
});
