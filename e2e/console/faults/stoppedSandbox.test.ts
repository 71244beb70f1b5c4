import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const scene = setScene(async ({ create }) => {
  await create(MAPS, { metadata: { name: "prices" }, data: { apple: "1" } });
  await create(DEPLOYMENTS, {
    metadata: { name: "web" },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } },
    },
  });
});

/** Stops the sandbox, as another window of the console does. */
async function stop(): Promise<void> {
  const { page, cluster } = scene;
  const status = await page.evaluate(
    async (id) => (await fetch(`/host/clusters/${id}/stop`, { method: "POST" })).status,
    cluster,
  );
  expect(status).toBeLessThan(300);
}

test("a dialog keeps what was typed when its sandbox stops, offers to start it, and sends then", async () => {
  const { byId, go, page, api } = scene;
  await go("apps/v1/deployments/default/web");
  await byId("action-menu").click();
  await byId("action-scale").click();
  await byId("action-replicas").fill("2");
  await stop();
  const dialog = page.getByRole("dialog");
  await dialog.getByTestId("gate-start").waitFor();
  expect(await byId("action-replicas").inputValue()).toBe("2");
  await inspect(page, "stopped-dialog");
  await byId("action-confirm").click();
  await dialog.getByText("the sandbox does not run").waitFor();
  // Nothing was sent, so nothing can have been changed.
  expect(await dialog.textContent()).not.toContain("may have made the change");
  await dialog.getByTestId("gate-start").click();
  await dialog.getByTestId("gate-notice").waitFor({ state: "detached" });
  expect(await byId("action-replicas").inputValue()).toBe("2");
  await byId("action-confirm").click();
  await dialog.waitFor({ state: "detached" });
  expect((await api("GET", `${DEPLOYMENTS}/web`)).body).toMatchObject({ spec: { replicas: 2 } });
});

test("an editor keeps its text when its sandbox stops, and gives way when the text is discarded", async () => {
  const { byId, go, page, paste } = scene;
  await go("core/v1/configmaps/default/prices/yaml");
  await byId("editor").waitFor();
  await paste("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: prices\n  namespace: default\ndata:\n  apple: '7'");
  await stop();
  await byId("gate-notice").waitFor();
  await byId("editor").getByText("'7'").waitFor();
  await inspect(page, "stopped-editor");
  await byId("discard").click();
  await byId("discard-yes").click();
  await byId("cluster-gate").waitFor();
  await byId("gate-start").click();
  await byId("editor").waitFor();
});
