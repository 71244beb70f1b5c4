import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const scene = setScene();

test("lists the lessons with their progress", async () => {
  const { page, byId, go } = scene;
  await go("learn");
  await byId("lesson-objects").waitFor();
  expect(await page.locator(".lessonCard").count()).toBe(20);
  await inspect(page, "learn");
});

test("checks the user's actions inside or outside the lesson", async () => {
  const { page, byId, api } = scene;
  await byId("lesson-objects").focus();
  await page.keyboard.press("Enter");
  await byId("step").waitFor();
  await byId("lesson-check").click();
  await page.getByText("404 ≠ 200").waitFor();
  // A request sent outside of the lesson.
  const maps = "/api/v1/namespaces/lesson-objects/configmaps";
  await api("POST", maps, { metadata: { name: "first" }, data: { colour: "blue" } });
  await byId("lesson-check").click();
  await page.locator('[data-testid=step][data-done="true"]').waitFor();
  await byId("lesson-next").click();
});

test("a step can be done by keyboard with the solution filled in", async () => {
  const { page, byId } = scene;
  await page.locator('[data-testid=step-label][aria-current="step"]').waitFor();
  await byId("lesson-hint").click();
  await byId("lesson-solution").click();
  await byId("lesson-fill").click();
  await expect.poll(() => byId("bench-method").textContent()).toBe("PATCH");
  await inspect(page, "lesson");
  await byId("bench-body").focus();
  await page.keyboard.press("Control+Enter");
  await page.locator('[data-testid=step][data-done="true"]').waitFor();
  expect(await byId("bench-answer").textContent()).toContain("HTTP 200");
});

test("progress survives a reload and can be reset", async () => {
  const { page, byId, api } = scene;
  await page.reload();
  await page.locator('[data-testid=step-label][data-done="true"]').waitFor();
  await byId("lesson-reset").click();
  await page.locator('[data-testid=step-create][data-done="false"]').waitFor({ timeout: 30_000 });
  expect((await api("GET", "/api/v1/namespaces/lesson-objects/configmaps/first")).status).toBe(404);
});

test("values of earlier responses are filled into later requests", async () => {
  const { page, byId, go } = scene;
  await go("learn/concurrency");
  for (const step of ["read", "other", "conflict", "again"]) {
    await byId(`step-${step}`).click();
    await page.locator(`[data-testid=step-${step}][aria-current="step"]`).waitFor();
    await byId("lesson-solution").click();
    await byId("lesson-fill").first().waitFor();
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
