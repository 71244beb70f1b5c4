import { expect, test } from "vitest";
import { judge } from "./conformance.mjs";
import { createTally } from "./tally.mjs";

test("prints only the totals on the last line, and returns the exit code", async () => {
  const lines = [];
  const tally = createTally((line) => lines.push(line));
  expect(await tally.stage("one", async () => ({ passed: 3, failed: 0 }))).toBe(true);
  expect(await tally.stage("two", async () => ({ passed: 1, failed: 2, detail: "why" }))).toBe(false);
  expect(tally.close()).toBe(1);
  expect(lines.at(-1)).toBe("4 passed, 2 failed");
  expect(lines).toContain("why");
});

test("reports a stage that throws as failed, with the reason", async () => {
  const lines = [];
  const tally = createTally((line) => lines.push(line));
  await tally.stage("broken", async () => {
    throw new Error("no such tool");
  });
  expect(lines.join("\n")).toContain("no such tool");
  expect(tally.close()).toBe(1);
});

test("a run fails when nothing passed, and succeeds when something did", async () => {
  expect(createTally(() => {}).close()).toBe(1);
  const tally = createTally(() => {});
  await tally.stage("one", async () => ({ passed: 1, failed: 0 }));
  expect(tally.close()).toBe(0);
});

test("an area fails by the number of steps that are missing at any level", () => {
  const good = { n: 100, status: 100, body: 100, text: 100 };
  expect(judge({ 1: good }, "")).toMatchObject({ passed: 100, failed: 0 });
  expect(judge({ 1: { ...good, body: 90 } }, "")).toMatchObject({ passed: 90, failed: 10 });
  expect(judge({ 1: good, 2: { ...good, text: 95 } }, "")).toMatchObject({ passed: 200, failed: 5 });
  const required = { status: 99, body: 95, text: 90 };
  expect(judge({ 1: { ...good, status: 99, body: 95, text: 90 } }, "", required)).toMatchObject({
    passed: 95,
    failed: 0,
  });
  expect(judge({ 1: { ...good, body: 93 } }, "", required)).toMatchObject({ passed: 93, failed: 2 });
  expect(judge({ 1: { ...good, status: 98 } }, "FAIL status x")).toMatchObject({
    failed: 2,
    detail: expect.stringContaining("FAIL status x"),
  });
});
