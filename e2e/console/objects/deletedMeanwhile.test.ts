import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const scene = setScene();

async function createDeployment(name: string): Promise<void> {
  await scene.create(DEPLOYMENTS, {
    metadata: { name },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "web", image: "nginx" }] } },
    },
  });
}

/** The dialog stays, names the deletion, and does not offer the action any longer. */
async function expectRefused(name: string, confirm: string): Promise<void> {
  const { byId } = scene;
  await byId("object-deleted-meanwhile").waitFor();
  expect(await byId("object-deleted-meanwhile").textContent()).toContain(`${name} was deleted`);
  expect(await byId(confirm).getAttribute("aria-disabled")).toBe("true");
}

async function closeDialog(): Promise<void> {
  await scene.page.keyboard.press("Escape");
  await scene.page.getByRole("dialog").waitFor({ state: "detached" });
}

describe("When others delete the object of a dialog", () => {
  test("an action on its page stays with what was typed", async () => {
    const { byId, go, api } = scene;
    await createDeployment("shop");
    await go("apps/v1/deployments/default/shop");
    await byId("action-menu").click();
    await byId("action-scale").click();
    await byId("action-replicas").fill("7");
    await api("DELETE", `${DEPLOYMENTS}/shop`);
    await expectRefused("shop", "action-confirm");
    expect(await byId("action-replicas").inputValue()).toBe("7");
    await closeDialog();
    expect(await byId("action-menu").getAttribute("aria-disabled")).toBe("true");
  });

  test("a deletion does not reach another object that has the name meanwhile", async () => {
    const { byId, go, api, create } = scene;
    await create(MAPS, { metadata: { name: "twice" }, data: { of: "first" } });
    await go("core/v1/configmaps/default/twice");
    await byId("overview").waitFor();
    await byId("delete").click();
    await byId("delete-dialog").waitFor();
    await api("DELETE", `${MAPS}/twice`);
    await create(MAPS, { metadata: { name: "twice" }, data: { of: "second" } });
    await expectRefused("twice", "confirm-delete");
    await closeDialog();
    expect((await api("GET", `${MAPS}/twice`)).body).toMatchObject({ data: { of: "second" } });
  });

  test("an action chosen in a list stays although its row leaves the list", async () => {
    const { page, byId, go, row, api } = scene;
    await createDeployment("listed");
    await go("apps/v1/deployments?ns=default");
    await row("listed").click({ button: "right" });
    await byId("action-setImage").click();
    await byId("image-web").fill("nginx:1.27");
    await api("DELETE", `${DEPLOYMENTS}/listed`);
    await page.getByRole("row", { name: "listed" }).waitFor({ state: "detached" });
    await expectRefused("listed", "action-confirm");
    expect(await byId("image-web").inputValue()).toBe("nginx:1.27");
    await closeDialog();
  });

  test("the details beside a list stay, with the dialog above them", async () => {
    const { byId, go, row, api, create } = scene;
    await create(MAPS, { metadata: { name: "detailed" } });
    await go("core/v1/configmaps?ns=default");
    await row("detailed").click();
    await byId("drawer").getByTestId("delete").click();
    await byId("delete-dialog").waitFor();
    await api("DELETE", `${MAPS}/detailed`);
    await expectRefused("detailed", "confirm-delete");
    await closeDialog();
    await byId("drawer").getByText("Deleted", { exact: true }).waitFor();
    expect(await byId("edit-yaml").getAttribute("aria-disabled")).toBe("true");
    await byId("drawer-close").click();
    await byId("drawer").waitFor({ state: "detached" });
  });

  test("a dialog of marked rows keeps them and what was typed", async () => {
    const { page, byId, go, row, api, create } = scene;
    await create(MAPS, { metadata: { name: "marked" } });
    await go("core/v1/configmaps?ns=default");
    await row("marked").click();
    await page.keyboard.press("Space");
    await byId("bulk-label").click();
    await byId("bulk-change").fill("team=shop");
    await api("DELETE", `${MAPS}/marked`);
    await byId("bulk-bar").waitFor({ state: "detached" });
    expect(await byId("bulk-change").inputValue()).toBe("team=shop");
    await byId("bulk-confirm").click();
    await byId("bulk-metadata")
      .getByText(/not found/)
      .waitFor();
    await closeDialog();
  });
});
