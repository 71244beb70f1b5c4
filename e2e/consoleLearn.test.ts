import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ConsoleDriver, openConsole } from "./driver.ts";
import { callApi, inspect } from "./inspect.ts";
import { root } from "./product.ts";

let driver: ConsoleDriver;
let page: Page;

beforeAll(async () => {
  driver = await openConsole();
  page = driver.page;
  page.setDefaultTimeout(15_000);
});
beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    await page.screenshot({ path: join(root, "test-results", `${task.name.replace(/\W+/g, "-")}.png`) });
  });
});
afterAll(async () => {
  await driver?.close();
});

const byId = (id: string) => page.getByTestId(id);
const go = (path: string) => page.goto(new URL(path, page.url()).href);

test("lists the lessons, each with how far one has come", async () => {
  await go("/c/sandbox/learn");
  await byId("lesson-objects").waitFor();
  expect(await page.locator(".lessonCard").count()).toBe(8);
  await inspect(page, "learn");
});

test("checks what was really done, wherever it was done", async () => {
  await byId("lesson-objects").focus();
  await page.keyboard.press("Enter");
  await byId("step").waitFor();
  await byId("lesson-check").click();
  await page.getByText("404 ≠ 200").waitFor();
  // Not through the lesson, but past it.
  const maps = "/api/v1/namespaces/lesson-objects/configmaps";
  await callApi(page, "POST", maps, { metadata: { name: "first" }, data: { colour: "blue" } });
  await byId("lesson-check").click();
  await page.locator('[data-testid=step][data-done="true"]').waitFor();
  await byId("lesson-next").click();
});

test("a step is done by keyboard, with the solution filled in", async () => {
  await byId("lesson-hint").click();
  await byId("lesson-solution").click();
  await byId("lesson-fill").click();
  expect(await byId("bench-method").inputValue()).toBe("PATCH");
  await inspect(page, "lesson");
  await byId("bench-body").focus();
  await page.keyboard.press("Control+Enter");
  await page.locator('[data-testid=step][data-done="true"]').waitFor();
  expect(await byId("bench-answer").textContent()).toContain("HTTP 200");
});

test("progress outlives a reload, and a reset begins anew", async () => {
  await page.reload();
  await page.locator('[data-testid=step-label][data-done="true"]').waitFor();
  await byId("lesson-reset").click();
  await page.locator('[data-testid=step-create][data-done="false"]').waitFor({ timeout: 30_000 });
  expect((await callApi(page, "GET", "/api/v1/namespaces/lesson-objects/configmaps/first")).status).toBe(404);
});

test("values of earlier answers find their way into later requests", async () => {
  await go("/c/sandbox/learn/concurrency");
  for (const step of ["read", "other", "conflict", "again"]) {
    await byId(`step-${step}`).click();
    await byId("lesson-solution").click();
    const requests = await byId("lesson-fill").count();
    for (let index = 0; index < requests; index += 1) {
      await byId("lesson-fill").nth(index).click();
      await byId("bench-send").click();
      await byId("bench-answer")
        .getByText(step === "conflict" ? "HTTP 409" : "HTTP 200")
        .waitFor();
    }
    await page.locator(`[data-testid=step-${step}][data-done="true"]`).waitFor();
  }
  await byId("lesson-finished").waitFor();
});
