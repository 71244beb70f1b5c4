import { describe, expect, it } from "vitest";
import { allLessons } from "../../../shared/lessons/allLessons.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { lessonLine, parseLessonInput } from "./lessonInput.ts";

describe("parseLessonInput", () => {
  it("parses requests, commands and an empty line", () => {
    expect(parseLessonInput("")).toEqual({ kind: "check" });
    expect(parseLessonInput(" Hint ")).toEqual({ kind: "hint" });
    expect(parseLessonInput("get /api/v1")).toEqual({ kind: "request", request: { method: "GET", path: "/api/v1" } });
    expect(parseLessonInput('patch /a as=ada {"a": "b c"}')).toEqual({
      kind: "request",
      request: {
        method: "PATCH",
        path: "/a",
        as: "ada",
        contentType: "application/merge-patch+json",
        body: '{"a": "b c"}',
      },
    });
    expect([parseLessonInput("what?"), parseLessonInput("GET nowhere")]).toEqual([undefined, undefined]);
  });

  it("parses the line of every solution back to the same request", () => {
    for (const { steps } of allLessons(createVocabulary())) {
      for (const { method, path, as, accept, contentType, body } of steps.flatMap((step) => step.solution)) {
        const input = parseLessonInput(
          lessonLine({
            method,
            path,
            ...(as ? { as } : {}),
            ...(accept ? { accept } : {}),
            ...(contentType ? { contentType } : {}),
            body,
          }),
        );
        expect(input).toMatchObject({ kind: "request", request: { method, path } });
        const read = input?.kind === "request" ? input.request : undefined;
        expect([read?.as, read?.accept, read?.contentType]).toEqual([as, accept, contentType]);
        expect(read?.body === undefined ? undefined : JSON.parse(String(read.body))).toEqual(body);
      }
    }
  });
});
