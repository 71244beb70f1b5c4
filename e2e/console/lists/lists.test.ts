import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const PODS = "/api/v1/namespaces/default/pods";
const pod = (name: string, image: string) => ({
  metadata: { name },
  spec: { terminationGracePeriodSeconds: 0, containers: [{ name: "c", image }] },
});

const scene = setScene(async ({ create }) => {
  await create(PODS, pod("alpha", "nginx"));
  await create(PODS, pod("omega", "nginx:does-not-exist"));
});

const firstRow = async (): Promise<string> =>
  scene.page
    .locator('[role="row"][aria-rowindex="2"]')
    .textContent()
    .then((text) => text ?? "");

/** A kind with a number, a share and a time in its columns. */
const BACKUPS = {
  metadata: { name: "backups.data.example.com" },
  spec: {
    group: "data.example.com",
    scope: "Namespaced",
    names: { plural: "backups", singular: "backup", kind: "Backup" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        additionalPrinterColumns: [
          { name: "Size", type: "integer", jsonPath: ".bytes" },
          { name: "Ratio", type: "number", jsonPath: ".ratio" },
          { name: "Last", type: "date", jsonPath: ".last" },
        ],
      },
    ],
  },
};

describe("List", () => {
  test("sorts unhealthy objects first on request", async () => {
    const { page, byId, go, row } = scene;
    await go("core/v1/pods?ns=default");
    await row("omega")
      .getByText(/ErrImagePull|ImagePullBackOff/)
      .waitFor();
    expect(await firstRow()).toContain("alpha");
    await byId("unhealthy-first").click();
    await expect.poll(firstRow).toContain("omega");
    expect(page.url()).toContain("unhealthy=first");
    await inspect(page, "list-unhealthy", ["light", "dark"]);
  });

  test("has a row menu by right click, button and key", async () => {
    const { page, byId, go, row, api } = scene;
    await go("core/v1/pods?ns=default");
    await row("alpha").click({ button: "right" });
    await byId("row-open").waitFor();
    await inspect(page, "list-menu");
    await page.keyboard.press("Escape");
    await row("alpha").hover();
    await row("alpha").getByTestId("row-menu").click();
    await byId("row-edit").click();
    await page.waitForURL(/\/pods\/default\/alpha\/yaml/);
    await go("core/v1/pods?ns=default&sel=");
    await row("alpha").click();
    await page.keyboard.press("Escape");
    await row("alpha").click();
    await page.locator('[role="grid"]').focus();
    await page.keyboard.press("m");
    await byId("row-delete").click();
    await byId("confirm-delete").click();
    await expect.poll(async () => (await api("GET", `${PODS}/alpha`)).status).toBe(404);
  });

  test("keeps the column widths set by the user", async () => {
    const { page, go, row } = scene;
    // Nothing changes in this list but ages: column widths follow the contents.
    await go("core/v1/configmaps?ns=default");
    const head = page.locator('[role="columnheader"]', { hasText: "Data" });
    await row("kube-root-ca.crt").waitFor();
    const before = (await head.boundingBox())?.width ?? 0;
    const grip = head.getByTestId("column-grip");
    const box = await grip.boundingBox();
    if (box === null) throw new Error("there is no grip");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const width = async (): Promise<number> => Math.round(((await head.boundingBox())?.width ?? 0) - before);
    await expect.poll(width).toBe(60);
    await page.reload();
    await row("kube-root-ca.crt").waitFor();
    await expect.poll(width).toBe(60);
  });

  longTest("updates the time since a container restart without a change of the pod", async () => {
    const { go, row, create } = scene;
    // The image does not start without a password. Its second restart comes ten seconds after the first.
    await create(PODS, pod("restarting", "mysql"));
    await go("core/v1/pods?ns=default");
    await expect.poll(() => row("restarting").textContent()).toMatch(/1 \([4-9]s ago\)/);
  });

  test("shows names, numbers and times of custom resources in full if there is room", async () => {
    const { page, go, row, api, create } = scene;
    await create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", BACKUPS);
    const name = "weekly-of-the-orders-b5c8486b9";
    const backup = { metadata: { name }, bytes: 1_234_567_890, ratio: 0.333_333_333, last: "2020-11-20T10:00:00Z" };
    const body = { apiVersion: "data.example.com/v1", kind: "Backup", ...backup };
    await expect
      .poll(async () => (await api("POST", "/apis/data.example.com/v1/namespaces/default/backups", body)).status)
      .toBe(201);
    await go("data.example.com/v1/backups?ns=default");
    await row(name).getByText("1234567890").waitFor();
    await row(name).getByText("0.333333333").waitFor();
    await row(name)
      .getByText(/^\d+y(\d+d)?$/)
      .waitFor();
    const isCut = (cells: Element[]) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length;
    expect(await row(name).locator(".cell").evaluateAll(isCut)).toBe(0);
    await inspect(page, "list-custom");
  });
});
