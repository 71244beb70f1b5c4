import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allLessons } from "../../../shared/lessons/allLessons.ts";
import {
  type Ask,
  fillIn,
  type Kept,
  keepFrom,
  runChecks,
  type SeenRequest,
} from "../../../shared/lessons/checkEngine.ts";
import { resetLesson, setUpLesson } from "../../../shared/lessons/lifecycle.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { startTestServer, type TestServer } from "../../testing/testServer.ts";
import { DEFAULT_OPTIONS } from "../options/options.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: DEFAULT_OPTIONS.controllers });
});
afterAll(() => server.stop());

const ask: Ask = async ({ method, path, accept, contentType, body, as }) => {
  const headers = {
    ...(accept === undefined ? {} : { accept }),
    ...(contentType === undefined ? {} : { "content-type": contentType }),
    ...(as === undefined ? {} : { "impersonate-user": as }),
  };
  const { status, text } = await server.request(method, path, { headers, ...(body === undefined ? {} : { body }) });
  return { status, text };
};

describe.each(allLessons(createVocabulary()))("the lesson $id", (lesson) => {
  it("is completed by its intended solution, step by step and not earlier, and leaves no objects", async () => {
    await setUpLesson(lesson, ask);
    const seen: SeenRequest[] = [];
    let kept: Kept = {};
    for (const step of lesson.steps) {
      const before = await runChecks(step.checks, ask, seen);
      expect(
        before.some(({ ok }) => !ok),
        `${step.id} must not be done before it is done`,
      ).toBe(true);
      for (const planned of step.solution) {
        const request = fillIn(planned, kept);
        const answer = await ask(request);
        expect([request.path, answer.status], answer.text).toEqual([request.path, planned.status]);
        seen.push({ ...request, ...answer });
        kept = keepFrom(request, answer, kept);
      }
      const after = await runChecks(step.checks, ask, seen);
      expect(after.map(({ ok, found, check }) => [ok, found, check.says.en])).toEqual(
        step.checks.map((check) => [true, "", check.says.en]),
      );
    }
    // A lesson can be resumed at its current step, and removed.
    await setUpLesson(lesson, ask);
    await resetLesson(lesson, ask, () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect((await ask({ method: "GET", path: `/api/v1/namespaces/${lesson.namespace}` })).status).toBe(404);
  });
});
