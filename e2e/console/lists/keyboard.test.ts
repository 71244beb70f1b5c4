import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const scene = setScene(async ({ create }) => {
  for (const name of ["first", "second", "third"]) await create(MAPS, { metadata: { name }, data: {} });
});

/** The focused element: its position, and whether its focus is visible. */
const focused = () =>
  scene.page.evaluate(() => {
    const one = document.activeElement ?? document.body;
    // Some fields show their focus on the surrounding box.
    const hasOutline = (element: Element): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
    };
    const { top, left, bottom, right } = one.getBoundingClientRect();
    return {
      html: one.outerHTML.slice(0, 120),
      testId: one.getAttribute("data-testid"),
      part: one.closest(".topBar, .sidebar, main")?.tagName ?? "",
      isMarked: hasOutline(one) || (one.parentElement !== null && hasOutline(one.parentElement)),
      isInSight: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
    };
  });
const testIdInFocus = async () => (await focused()).testId;
const openList = async (): Promise<void> => {
  await scene.load("core/v1/configmaps?ns=default");
  await scene.row("first").waitFor();
};

describe("Tab key", () => {
  test("reaches the skip link first, which jumps into the view", async () => {
    const { page } = scene;
    await openList();
    await page.keyboard.press("Tab");
    expect(await focused()).toMatchObject({ isMarked: true, isInSight: true });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("#main");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await focused()).html).toContain('id="main"');
    await page.keyboard.press("Tab");
    expect((await focused()).part).toBe("MAIN");
  });

  test("goes through bar, sidebar and view in this order with visible focus", async () => {
    const { page } = scene;
    await openList();
    await page.keyboard.press("Tab");
    const parts: string[] = [];
    for (let steps = 0; steps < 120 && parts.at(-1) !== "MAIN"; steps++) {
      await page.keyboard.press("Tab");
      const now = await focused();
      expect(now, now.html).toMatchObject({ isMarked: true, isInSight: true });
      if (now.part !== parts.at(-1)) parts.push(now.part);
    }
    expect(parts).toEqual(["HEADER", "NAV", "MAIN"]);
  });

  test("stays within a dialog, and Esc restores the focus", async () => {
    const { page, byId } = scene;
    await openList();
    await byId("resource-table").focus();
    await page.keyboard.press("?");
    await byId("shortcuts").waitFor();
    for (let steps = 0; steps < 4; steps++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await page.keyboard.press("Escape");
    await byId("shortcuts").waitFor({ state: "detached" });
    await expect.poll(testIdInFocus).toBe("resource-table");
  });
});

describe("Keyboard shortcuts", () => {
  test("/ focuses the filter and g searches for a kind; in a field they are text", async () => {
    const { page, byId } = scene;
    await openList();
    await byId("resource-table").focus();
    await page.keyboard.press("/");
    await expect.poll(testIdInFocus).toBe("filter");
    await page.keyboard.type("/:?g");
    expect(await byId("filter").inputValue()).toBe("/:?g");
    await byId("filter").fill("");
    await byId("resource-table").focus();
    await page.keyboard.press("g");
    await expect.poll(testIdInFocus).toBe("kind-search");
  });

  test(": opens the command line; Ctrl-K opens and closes the palette", async () => {
    const { page, byId } = scene;
    await byId("resource-table").focus();
    await page.keyboard.press(":");
    await expect.poll(() => byId("palette-input").inputValue()).toBe(":");
    await page.keyboard.press("Escape");
    await byId("palette-input").waitFor({ state: "detached" });
    await page.keyboard.press("ControlOrMeta+K");
    await expect.poll(testIdInFocus).toBe("palette-input");
    expect(await byId("palette-input").inputValue()).toBe("");
    await page.keyboard.press("ControlOrMeta+K");
    await byId("palette-input").waitFor({ state: "detached" });
  });

  test("arrow keys move through a table and its drawer; Esc closes the drawer, Enter opens the page", async () => {
    const { page, byId } = scene;
    await openList();
    await byId("resource-table").focus();
    await page.keyboard.press("End");
    await expect.poll(() => byId("drawer").textContent()).toContain("third");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => byId("drawer").textContent()).toContain("second");
    await page.keyboard.press("Escape");
    await byId("drawer").waitFor({ state: "detached" });
    await expect.poll(testIdInFocus).toBe("resource-table");
    await page.keyboard.press("Enter");
    await expect.poll(() => byId("drawer").textContent()).toContain("first");
    await page.keyboard.press("Enter");
    await byId("overview").waitFor();
    expect(page.url()).toContain("/configmaps/default/first");
  });

  test("Esc inside the drawer closes first what is above it, then the drawer, and returns to the table", async () => {
    const { page, byId } = scene;
    await openList();
    await byId("resource-table").focus();
    await page.keyboard.press("End");
    await byId("drawer").waitFor();
    await byId("drawer").getByTestId("delete").focus();
    await page.keyboard.press("Enter");
    await byId("delete-dialog").waitFor();
    await page.keyboard.press("Escape");
    await byId("delete-dialog").waitFor({ state: "detached" });
    await byId("drawer").waitFor();
    await expect.poll(testIdInFocus).toBe("delete");
    await page.keyboard.press("Escape");
    await byId("drawer").waitFor({ state: "detached" });
    await expect.poll(testIdInFocus).toBe("resource-table");
  });
});

test("an object can be created, found and deleted without a mouse", async () => {
  const { page, byId, go, api, row } = scene;
  const dataOf = async () => (await api("GET", `${MAPS}/by-hand`)).body.data;
  await go("core/v1/configmaps/new?ns=default");
  await byId("editor").locator(".view-line").first().waitFor();
  await scene.paste(
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: by-hand\n  namespace: default\ndata:\n  key: one\n",
  );
  await expect.poll(() => byId("create-apply").getAttribute("aria-disabled")).not.toBe("true");
  await page.keyboard.press("ControlOrMeta+S");
  await expect.poll(dataOf).toEqual({ key: "one" });
  await openList();
  await byId("resource-table").focus();
  await page.keyboard.press("/");
  await page.keyboard.type("by-hand");
  await row("first").waitFor({ state: "detached" });
  await expect.poll(() => page.url()).toContain("q=by-hand");
  await byId("resource-table").focus();
  await page.keyboard.press("Enter");
  await byId("drawer").waitFor();
  await byId("delete").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.getByRole("dialog").getByRole("button").last().focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await api("GET", `${MAPS}/by-hand`)).status).toBe(404);
});

test("y shows the YAML of an object, and the keys of a list work again after Back", async () => {
  const { page, byId, row } = scene;
  await openList();
  await page.keyboard.press("ArrowDown");
  await byId("drawer").waitFor();
  await page.keyboard.press("Enter");
  await byId("tab-yaml").waitFor();
  await page.keyboard.press("y");
  await byId("editor").locator(".view-line").first().waitFor();
  await page.goBack();
  await page.goBack();
  await row("first").waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("y");
  await byId("editor").locator(".view-line").first().waitFor();
  expect(page.url()).toContain("/configmaps/default/first/yaml");
});

test("a conflict is met, answered and saved without a mouse", async () => {
  const { page, byId, api } = scene;
  const apply = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "contested" }, data: { price: "1" } };
  const type = "application/apply-patch+yaml";
  expect((await api("PATCH", `${MAPS}/contested?fieldManager=shop&force=true`, apply, type)).status).toBe(201);
  /** Presses Tab until an element has the focus. */
  const tabTo = async (is: () => Promise<boolean>): Promise<void> => {
    for (let steps = 0; steps < 60 && !(await is()); steps++) await page.keyboard.press("Tab");
    expect(await is()).toBe(true);
  };
  await openList();
  await page.keyboard.press("/");
  await page.keyboard.type("contested");
  await scene.row("first").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await expect.poll(testIdInFocus).toBe("resource-table");
  await page.keyboard.press("ArrowDown");
  await byId("drawer").waitFor();
  await page.keyboard.press("e");
  await byId("editor").locator(".view-line").first().waitFor();
  const isInEditor = () => page.evaluate(() => document.activeElement?.closest("[data-testid=editor]") !== null);
  await tabTo(isInEditor);
  await page.keyboard.press("ControlOrMeta+F");
  await page.keyboard.type("price: ");
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.type('price: "2"');
  await page.keyboard.press("ControlOrMeta+S");
  await byId("conflict-panel").waitFor();
  await expect.poll(testIdInFocus).toBe("conflict-panel");
  await tabTo(async () => ((await testIdInFocus()) ?? "").startsWith("choice-"));
  while ((await testIdInFocus()) !== "choice-mine") await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await tabTo(async () => (await testIdInFocus()) === "apply-choices");
  await page.keyboard.press("Enter");
  await byId("conflict-panel").waitFor({ state: "detached" });
  expect((await api("GET", `${MAPS}/contested`)).body.data).toEqual({ price: "2" });
  // The focus goes back to the editor, and not to the beginning of the page.
  await expect.poll(isInEditor).toBe(true);
});

test("a menu and the dialog that it opens return the focus to where it was", async () => {
  const { page, byId, go, api } = scene;
  await api("POST", "/apis/apps/v1/namespaces/default/deployments", {
    metadata: { name: "web" },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } },
    },
  });
  await go("apps/v1/deployments/default/web");
  await byId("action-menu").focus();
  for (const action of ["scale", "setImage", "restart"]) {
    await page.keyboard.press("Enter");
    await byId(`action-${action}`).waitFor();
    while ((await testIdInFocus()) !== `action-${action}`) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await byId("action-dialog").waitFor();
    for (let steps = 0; steps < 12; steps++) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    }
    await page.keyboard.press("Escape");
    await byId("action-dialog").waitFor({ state: "detached" });
    await expect.poll(testIdInFocus, { message: action }).toBe("action-menu");
  }
});
