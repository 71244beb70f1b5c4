import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const scene = setScene();

test("suggests matches by keyboard and by pointer, and accepts any typed text", async () => {
  const { page, byId, go } = scene;
  await go("access");
  const field = byId("can-i-resource");
  const options = page.getByRole("option");
  await field.fill("deploy");
  await options.first().waitFor();
  expect(await options.allTextContents()).toEqual([
    "deployments.apps",
    "deployments.apps/scale",
    "deployments.apps/status",
  ]);
  await field.press("ArrowDown");
  expect(await options.first().getAttribute("aria-selected")).toBe("true");
  await inspect(page, "suggestions");
  await field.click();
  await field.fill("deploymen");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect.poll(() => field.inputValue()).toBe("deployments.apps");
  expect(await options.count()).toBe(0);
  await field.fill("repl");
  await options.getByText("replicasets.apps", { exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe("replicasets.apps");
  await field.fill("sets");
  await options.first().waitFor();
  await field.press("Escape");
  await expect.poll(() => options.count()).toBe(0);
  await field.fill("wombats.example.com");
  expect([await field.inputValue(), await options.count()]).toEqual(["wombats.example.com", 0]);
});
