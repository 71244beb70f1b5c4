import { describe, expect, test } from "vitest";
import { encodeViewAs } from "../../../shared/viewAs.ts";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";
import { viewAsJane } from "../access/viewAs.ts";

const PODS = "/api/v1/namespaces/default/pods";
const scene = setScene(async ({ create }) => {
  await create(PODS, {
    metadata: { name: "box" },
    spec: {
      containers: [
        { name: "box", image: "busybox", command: ["sleep", "36000"] },
        { name: "reader", image: "busybox", command: ["sh"], stdin: true, tty: true },
      ],
    },
  });
});

const screen = async (): Promise<string> =>
  (await scene.page.locator(".xterm-rows").textContent({ timeout: 30_000 }))?.replaceAll("\u00a0", " ") ?? "";
const phase = () => scene.byId("terminal-status").getAttribute("data-phase");

async function openTab(): Promise<void> {
  await scene.go("core/v1/pods/default/box/terminal");
  await scene.byId("terminal-open").and(scene.page.locator(":not([aria-disabled])")).waitFor();
}

describe("Terminal", () => {
  test("opens a shell on request, runs commands, and shows the exit", async () => {
    const { page, byId } = scene;
    await openTab();
    await byId("terminal-idle").waitFor();
    await byId("terminal-open").click();
    await expect.poll(phase).toBe("open");
    await expect.poll(screen).toContain("#");
    await page.keyboard.type("echo $((20+22)) '<img src=x onerror=alert(1)>'\n");
    await expect.poll(screen).toContain("42 <img src=x onerror=alert(1)>");
    expect(await page.locator(".terminalScreen img").count()).toBe(0);
    await inspect(page, "terminal", ["light", "dark"]);
    await page.keyboard.type("exit 3\n");
    await expect.poll(() => byId("terminal-status").textContent()).toContain("exit code 3");
  });

  test("reports that its pod no longer exists and offers no impossible actions", async () => {
    const { byId, go, create, api } = scene;
    await create(PODS, {
      metadata: { name: "brief" },
      spec: { containers: [{ name: "box", image: "busybox", command: ["sleep", "36000"] }] },
    });
    await go("core/v1/pods/default/brief/terminal");
    await byId("terminal-open").and(scene.page.locator(":not([aria-disabled])")).click();
    await expect.poll(phase).toBe("open");
    await expect.poll(screen).toContain("#");
    await scene.page.keyboard.type("stty size\n");
    await expect.poll(screen).toMatch(/[1-9]\d* [1-9]\d+/);
    await api("DELETE", `${PODS}/brief?gracePeriodSeconds=0`);
    await byId("terminal-status").getByText("The pod brief does not exist any more.").waitFor();
    await expect.poll(phase).toBe("ended");
    for (const id of ["terminal-open", "terminal-attach", "terminal-debug"]) {
      expect(await byId(id).getAttribute("aria-disabled")).toBe("true");
    }
    expect(await byId("terminal-open").textContent()).toBe("Open a shell");
  });

  test("can be left by a key, so that keyboard users are not trapped", async () => {
    const { page, byId } = scene;
    await openTab();
    await byId("terminal-open").click();
    await expect.poll(phase).toBe("open");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest(".terminalScreen") !== null)).toBe(true);
    await page.keyboard.press("Shift+F6");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-testid"))).toBe("terminal-open");
  });

  test("runs another command and attaches to the container's program", async () => {
    const { page, byId } = scene;
    await openTab();
    await byId("terminal-command").fill("echo 'a  b'");
    await page.keyboard.press("Enter");
    await expect.poll(() => byId("terminal-status").textContent()).toContain("exit code 0");
    await expect.poll(screen).toContain("a  b");
    await byId("terminal-container").click();
    await page.getByRole("menuitemradio", { name: "reader" }).click();
    await byId("terminal-attach").click();
    await expect.poll(phase).toBe("open");
    await page.keyboard.type("echo attached to $HOSTNAME\n");
    await expect.poll(screen).toContain("attached to box");
  });

  test("adds a debug container and opens a shell in it", async () => {
    const { page, byId, api } = scene;
    await openTab();
    await byId("terminal-debug").click();
    await byId("debug-add").click();
    await expect.poll(() => byId("terminal-status").textContent()).toMatch(/Connecteddebugger-/);
    await page.keyboard.type("echo de''bugging\n");
    await expect.poll(screen).toContain("debugging");
    const { body } = await api("GET", `${PODS}/box`);
    expect(JSON.stringify(body)).toContain('"targetContainerName":"box"');
  });

  test("keeps the form of a debug container when another pod gets the name", async () => {
    const { page, byId, go, create, api } = scene;
    const spec = { containers: [{ name: "box", image: "busybox", command: ["sleep", "36000"] }] };
    await create(PODS, { metadata: { name: "again" }, spec });
    await go("core/v1/pods/default/again/terminal");
    await byId("terminal-debug").and(page.locator(":not([aria-disabled])")).click();
    await byId("debug-image").fill("tools:1");
    await api("DELETE", `${PODS}/again?gracePeriodSeconds=0`);
    await create(PODS, { metadata: { name: "again" }, spec });
    await byId("object-deleted-meanwhile").waitFor();
    await byId("terminal-open").and(page.locator(":not([aria-disabled])")).waitFor();
    expect(await byId("debug-image").inputValue()).toBe("tools:1");
    expect(await byId("debug-add").getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await byId("debug-dialog").waitFor({ state: "detached" });
    await byId("terminal-debug").click();
    await byId("debug-dialog").waitFor();
    expect(await byId("object-deleted-meanwhile").count()).toBe(0);
    await page.keyboard.press("Escape");
  });

  test("reports denied access with the reason", async () => {
    const { page, byId } = scene;
    const end = await viewAsJane(scene, encodeViewAs({ username: "jane", groups: ["system:authenticated"] }));
    await scene.load("core/v1/pods/default/box/terminal");
    await byId("terminal-open").click();
    await expect.poll(() => byId("terminal-refusal").textContent()).toContain("pods/exec");
    await byId("terminal-refusal").getByTestId("why-link").waitFor();
    await inspect(page, "terminal-denied");
    await end();
  });
});
