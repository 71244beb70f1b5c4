import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";

const scene = setScene();

test("a view whose code cannot be loaded says so, and reloads the page only when the host answers", async () => {
  const { page, byId, load } = scene;
  await load("core/v1/configmaps?ns=default");
  await byId("sidebar").waitFor();
  // As if the host had stopped: nothing that the page does not hold yet can be read.
  await page.route("**/*", (route) => route.abort());
  await page.getByRole("link", { name: "Time machine" }).click();
  await byId("not-loaded").waitFor();
  await byId("not-loaded-retry").click();
  await byId("not-loaded").getByText("Orrery does not answer", { exact: true }).waitFor();
  await page.unroute("**/*");
  await byId("not-loaded-retry").click();
  await byId("time-slider").waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/time$/);
});
