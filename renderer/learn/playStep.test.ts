import { expect, it } from "vitest";
import type { LessonRequest, LessonStep, SolutionRequest } from "../../shared/lessons/lesson.ts";
import { playStep } from "./playStep.ts";

const step = (...solution: SolutionRequest[]): LessonStep => ({
  id: "s",
  title: { en: "", de: "" },
  text: [],
  hints: [],
  checks: [],
  solution,
});
/** Returns the given responses one after the other, and then repeats the last one. */
function player(...statuses: number[]) {
  const sent: LessonRequest[] = [];
  let waited = 0;
  return {
    sent,
    waits: () => waited,
    fill: <T>(request: T): T => JSON.parse(JSON.stringify(request).replaceAll("$(name)", "known")) as T,
    send: async (request: LessonRequest) => {
      sent.push(request);
      return { status: statuses[Math.min(sent.length, statuses.length) - 1] ?? 0, text: "" };
    },
    wait: async () => {
      waited += 1;
    },
  };
}

it("sends the solution's requests in order with known values filled in", async () => {
  const played = player(200, 201);
  await playStep(
    step({ method: "GET", path: "/a/$(name)", status: 200 }, { method: "POST", path: "/b", body: {}, status: 201 }),
    played,
  );
  expect(played.sent).toEqual([
    { method: "GET", path: "/a/known" },
    { method: "POST", path: "/b", body: {} },
  ]);
});

it("waits until a request succeeds", async () => {
  const played = player(404, 404, 200);
  await playStep(step({ method: "GET", path: "/a", status: 200 }), played);
  expect(played.sent).toHaveLength(3);
  expect(played.waits()).toBe(2);
});

it("gives up after some attempts and sends no more requests", async () => {
  const played = player(403);
  const both = step({ method: "GET", path: "/a", status: 200 }, { method: "GET", path: "/b", status: 200 });
  await expect(playStep(both, played)).rejects.toMatchObject({ message: "GET /a: 403 ≠ 200", answer: { status: 403 } });
  expect(played.sent).toHaveLength(40);
});
