import { expect, test } from "vitest";
import { setScene } from "../consoleScene.ts";
import { inspect } from "../inspect.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const scene = setScene();

const patch = (name: string, data: object) =>
  scene.api("PATCH", `${MAPS}/${name}?fieldManager=spec`, { data }, "application/merge-patch+json");

test("goes back to an earlier state of a list, and shows the changes", async () => {
  const { page, byId, go, api } = scene;
  await api("POST", MAPS, { metadata: { name: "travels" }, data: { year: "1985" } });
  await patch("travels", { year: "1955" });
  await api("POST", MAPS, { metadata: { name: "later" } });
  await go("time?resource=configmaps&ns=default&object=default/travels");
  await byId("time-list-row").filter({ hasText: "later" }).waitFor();
  await expect.poll(() => byId("revision").count()).toBe(2);
  await byId("revision").last().getByRole("radio").last().click();
  await byId("time-list-row").filter({ hasText: "later" }).waitFor({ state: "detached" });
  await byId("time-list-row").filter({ hasText: "travels" }).waitFor();
  await byId("time-slider").focus();
  await page.keyboard.press("ArrowRight");
  await page.getByTestId("diff").getByText("1955").first().waitFor();
  expect(await byId("time-retained").textContent()).toMatch(/remembers|retained/);
  await inspect(page, "time");
  await byId("time-now").click();
  await byId("time-list-row").filter({ hasText: "later" }).waitFor();
});
