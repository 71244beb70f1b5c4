import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";

const scene = setScene();

test.each([
  ["the overview", "", "node-node-1"],
  ["the time machine", "time", "time-slider"],
  ["the page for a new object", "core/v1/configmaps/new", "editor"],
])(
  "without the list of the served kinds, %s says why, and continues once the server answers",
  async (_, view, shown) => {
    const { page, byId, load, cluster } = scene;
    const status = { kind: "Status", code: 503, reason: "ServiceUnavailable", message: "the server is starting" };
    await page.route(`**/clusters/${cluster}/apis`, (route) => route.fulfill({ status: 503, json: status }));
    await load(view);
    const trouble = byId("discovery-failed");
    await trouble.getByText("the server is starting").waitFor();
    // The explanation stays while the console asks again.
    await page.waitForRequest(`**/clusters/${cluster}/apis`);
    expect(await trouble.textContent()).toContain("the server is starting");
    await page.unrouteAll();
    await byId(shown).waitFor();
  },
);
