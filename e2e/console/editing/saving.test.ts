import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { SMALL } from "../../driver.ts";
import { inspect } from "../../inspect.ts";
import { DEPLOYMENTS, manifest, savingOf } from "./savingFixture.ts";

const scene = setScene();
const { applied, read, ownedByConsole, edit, saved } = savingOf(scene);

describe("Saving one field", () => {
  test("claims only that field, as shown in the preview", async () => {
    const { page, byId } = scene;
    await applied(manifest("one"));
    await edit("one", ({ spec }) => {
      spec["minReadySeconds"] = 5;
    });
    await byId("preview").click();
    await byId("preview-ownership").waitFor();
    expect(await byId("gained").textContent()).toContain(".spec.minReadySeconds");
    await inspect(page, "editor-preview");
    await byId("preview-apply").click();
    await saved("one");
    expect(await ownedByConsole(`${DEPLOYMENTS}/one`)).toEqual({ Apply: { "f:spec": { "f:minReadySeconds": {} } } });
    const again = manifest("one");
    again.spec.template.spec.containers.push({ name: "third", image: "third:1" });
    expect((await applied(again)).status).toBe(200);
  });

  test("claims no other owner's field except in a forced conflict", async () => {
    const { byId } = scene;
    await applied(manifest("forced"));
    await edit("forced", ({ spec }) => {
      spec["replicas"] = 2;
    });
    await byId("apply").click();
    await byId("conflict-panel").waitFor();
    await byId("choice-mine").check();
    await byId("apply-choices").click();
    await saved("forced");
    expect(await ownedByConsole(`${DEPLOYMENTS}/forced`)).toEqual({ Apply: { "f:spec": { "f:replicas": {} } } });
    const { status, body } = await applied(manifest("forced"));
    expect(status).toBe(409);
    expect(body.message).toBe('Apply failed with 1 conflict: conflict with "orrery-console": .spec.replicas');
  });

  test("can claim every field of the text on request", async () => {
    const { byId } = scene;
    await applied(manifest("all"));
    await edit("all", ({ spec }) => {
      spec["minReadySeconds"] = 5;
    });
    await byId("preview").click();
    await byId("own-all").check();
    await expect.poll(() => byId("gained").textContent()).toContain(".spec.replicas");
    await byId("preview-apply").click();
    await saved("all");
    const own = await ownedByConsole(`${DEPLOYMENTS}/all`);
    expect(own).toMatchObject({ Apply: { "f:spec": { "f:replicas": {}, "f:strategy": {}, "f:minReadySeconds": {} } } });
  });
});

describe("Changes that apply cannot express", () => {
  test("removing fields of other owners asks about each of them before writing", async () => {
    const { page, byId } = scene;
    await applied(manifest("removed"));
    await edit("removed", ({ spec, metadata }) => {
      spec.template.spec.containers.pop();
      delete (metadata["annotations"] as Record<string, string>)["team"];
    });
    await byId("apply").click();
    await byId("conflict-panel").waitFor();
    const fields = await byId("conflict").evaluateAll((all) => all.map((each) => each.getAttribute("data-field")));
    expect(fields).toEqual([".metadata.annotations.team", '.spec.template.spec.containers[name="side"]']);
    await inspect(page, "editor-removal");
    const conflict = (field: string) => page.locator(`[data-testid="conflict"][data-field*="${field}"]`);
    await conflict("team").getByTestId("choice-theirs").check();
    await conflict("side").getByTestId("choice-mine").check();
    await byId("apply-choices").click();
    await saved("removed");
    const { spec, metadata } = await read("removed");
    expect(metadata["annotations"]).toMatchObject({ team: "shop" });
    expect(spec.template.spec.containers.map(({ name }) => name)).toEqual(["web"]);
  });

  test("an item inserted into a list keeps its position and is owned by the console", async () => {
    const { byId } = scene;
    await applied(manifest("between"));
    await edit("between", ({ spec }) => {
      spec.template.spec.containers.splice(1, 0, { name: "new", image: "new:1" });
    });
    await byId("apply").click();
    await saved("between");
    const { spec } = await read("between");
    expect(spec.template.spec.containers.map(({ name }) => name)).toEqual(["web", "new", "side"]);
    expect(JSON.stringify(await ownedByConsole(`${DEPLOYMENTS}/between`))).not.toContain("side");
    expect((await applied(manifest("between"))).status).toBe(200);
  });

  test("mutually exclusive fields are exchanged in one write", async () => {
    const { byId } = scene;
    const strategy = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    await applied({ ...manifest("union"), spec: { ...manifest("union").spec, strategy } } as never);
    await edit("union", ({ spec }) => {
      spec["strategy"] = { type: "Recreate" };
    });
    await byId("apply").click();
    await byId("conflict-panel").waitFor();
    await byId("all-mine").click();
    await byId("apply-choices").click();
    await saved("union");
    expect((await read("union")).spec["strategy"]).toEqual({ type: "Recreate" });
  });
});

describe("Conflicting fields", () => {
  test("nothing is preselected, and everything is reachable by keyboard", async () => {
    const { page, byId } = scene;
    await applied(manifest("keys"));
    await edit("keys", ({ spec, metadata }) => {
      spec["replicas"] = 2;
      Object.assign(metadata["annotations"] as object, { team: "mine" });
    });
    await byId("apply").click();
    await byId("conflict-panel").waitFor();
    expect(await page.locator('[data-testid^="choice-"]:checked').count()).toBe(0);
    expect(await byId("apply-choices").getAttribute("aria-disabled")).toBe("true");
    await inspect(page, "conflict");
    // The panel scrolls, but never the view around it, whatever gets the focus.
    await page.setViewportSize({ width: 1280, height: 500 });
    const scrolled = await page.locator("main").evaluate((main) => {
      main.scrollTop = 50;
      return main.scrollTop;
    });
    expect(scrolled).toBe(0);
    await page.setViewportSize(SMALL);
    // Choosing the other owner's value for all fields resolves all conflicts.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await page.locator('[data-testid="choice-theirs"]:checked').count()).toBe(1);
    expect(await byId("apply-choices").getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator('[data-testid="choice-mine"]:checked').count()).toBe(1);
    expect(await byId("apply-choices").getAttribute("aria-disabled")).toBe(null);
    await page.keyboard.press("Escape");
    await byId("conflict-panel").waitFor({ state: "detached" });
    expect((await read("keys")).spec["replicas"]).toBe(1);
  });

  test("typing elsewhere in the text keeps its place", async () => {
    const { page, byId } = scene;
    await applied(manifest("place"));
    await edit("place", ({ metadata }) => {
      Object.assign(metadata["annotations"] as object, { team: "mine" });
    });
    await page.setViewportSize({ width: 1280, height: 500 });
    await byId("apply").click();
    await page.locator(".conflictOwner").first().waitFor();
    await byId("editor").locator(".view-lines").first().click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.locator(".conflictOwner").first().waitFor({ state: "detached" });
    await page.keyboard.type("# end");
    await page.locator(".view-line").filter({ hasText: "end" }).waitFor();
    expect(await page.locator(".conflictOwner").count()).toBe(0);
    await page.setViewportSize(SMALL);
    await byId("conflict-dismiss").click();
  });

  test("sharing claims the field with the other owner's value, and leaving releases it", async () => {
    const { byId } = scene;
    await applied(manifest("shared"));
    await edit("shared", ({ spec }) => {
      spec["replicas"] = 2;
    });
    await byId("apply").click();
    await byId("choice-share").check();
    await byId("apply-choices").click();
    await saved("shared");
    expect(await ownedByConsole(`${DEPLOYMENTS}/shared`)).toEqual({ Apply: { "f:spec": { "f:replicas": {} } } });
    expect((await read("shared")).spec["replicas"]).toBe(1);
    await edit("shared", ({ spec }) => {
      spec["replicas"] = 3;
    });
    await byId("apply").click();
    await byId("choice-leave").check();
    await byId("apply-choices").click();
    await expect.poll(() => ownedByConsole(`${DEPLOYMENTS}/shared`)).toEqual({});
    expect((await read("shared")).spec["replicas"]).toBe(1);
  });

  test("a preview that finds conflicts says that it was only a preview", async () => {
    const { byId } = scene;
    await applied(manifest("looked"));
    await edit("looked", ({ spec }) => {
      spec["replicas"] = 2;
    });
    await byId("preview").click();
    await byId("conflict-panel").waitFor();
    expect(await byId("conflict-panel").textContent()).toContain("The preview found these conflicts");
    await byId("choice-mine").check();
    await byId("apply-choices").click();
    await byId("preview-dialog").waitFor();
    expect(await byId("taken").textContent()).toContain("kubectl");
    expect((await read("looked")).spec["replicas"]).toBe(1);
    await byId("preview-apply").click();
    await saved("looked");
    expect((await read("looked")).spec["replicas"]).toBe(2);
  });
});
