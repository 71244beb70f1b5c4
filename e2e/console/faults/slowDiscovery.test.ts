import { test } from "vitest";
import { setScene } from "../../consoleScene.ts";

const scene = setScene();

test("a view that waits for the list of the served kinds says so and can be left", async () => {
  const { page, byId, load, cluster } = scene;
  await page.route(`**/clusters/${cluster}/apis`, () => new Promise<void>(() => undefined));
  for (const view of ["", "time"]) {
    await load(view);
    await page.getByRole("main").getByText("Asking the server what it serves").waitFor();
    await byId("slow").waitFor();
  }
  await byId("slow-cancel").click();
  await page.waitForURL(({ pathname }) => pathname === `/c/${cluster}/`);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await load("");
  await byId("node-node-1").waitFor();
});
