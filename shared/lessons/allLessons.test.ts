import { describe, expect, it } from "vitest";
import { createVocabulary } from "../vocabulary.ts";
import { allLessons } from "./allLessons.ts";

const lessons = allLessons(createVocabulary());

function texts(value: unknown, path: string): [string, { en: string; de: string }][] {
  if (typeof value !== "object" || value === null) return [];
  if ("en" in value && "de" in value) return [[path, value as { en: string; de: string }]];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

describe("Lessons", () => {
  it("have unique ids, steps and namespaces", () => {
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(8);
    expect(new Set(lessons.map(({ namespace }) => namespace)).size).toBe(8);
    for (const { id, namespace, steps } of lessons) {
      expect(namespace).toMatch(/^lesson-/);
      expect(new Set(steps.map((step) => step.id)).size, id).toBe(steps.length);
      for (const step of steps)
        expect([step.checks.length > 0, step.solution.length > 0, step.hints.length > 0]).toEqual([true, true, true]);
    }
  });

  it("have hints that differ from the solution", () => {
    const hints = lessons.flatMap(({ id, steps }) =>
      steps.flatMap((step) => step.hints.flatMap(({ en, de }) => [en, de].map((hint) => ({ id, step, hint })))),
    );
    const isSolution = ({ step, hint }: (typeof hints)[number]): boolean =>
      step.solution.some(
        ({ method, path, body }) =>
          hint.includes(`${method} ${path}`) || (typeof body === "object" && hint.includes(JSON.stringify(body))),
      );
    expect(hints.filter(isSolution).map(({ id, hint }) => `${id}: ${hint}`)).toEqual([]);
  });

  it.each(lessons.flatMap((lesson) => texts(lesson, lesson.id)))(
    "%s is translated into every language with the same code",
    (_, text) => {
      const count = (words: string): number => words.split("`").length;
      expect(text.de.trim()).not.toBe("");
      expect(count(text.de)).toBeGreaterThan(0);
      expect([count(text.en) % 2, count(text.de) % 2]).toEqual([1, 1]);
    },
  );

  it("use another server's vocabulary", () => {
    const other = JSON.stringify(allLessons(createVocabulary("orch")));
    expect(other).not.toContain("k8s");
    expect(other).toContain("rbac.authorization.orch.io");
    expect(other).not.toMatch(/\{domain\}/);
  });
});
