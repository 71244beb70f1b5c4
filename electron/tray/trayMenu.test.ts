import type { MenuItemConstructorOptions } from "electron";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ClusterState, ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { de } from "../texts/de.ts";
import { en } from "../texts/en.ts";
import { trayMenu } from "./trayMenu.ts";

const cluster = (id: string, state: ClusterState, more: Partial<ClusterSummary> = {}): ClusterSummary => ({
  id,
  name: id,
  kind: "sandbox",
  state,
  vocabulary: "",
  apiServer: "",
  kubeconfig: "",
  colour: "",
  ...more,
});

const actions = { open: vi.fn(), start: vi.fn(), stop: vi.fn(), quit: vi.fn(), keepRunning: vi.fn() };
beforeEach(() => {
  for (const action of Object.values(actions)) action.mockClear();
});
const menuOf = (...clusters: ClusterSummary[]) => trayMenu(clusters, en, { ...actions, isKeptRunning: false });
const submenuOf = (item: MenuItemConstructorOptions | undefined) =>
  (item?.submenu ?? []) as MenuItemConstructorOptions[];
const click = (item: MenuItemConstructorOptions | undefined, checked = false) =>
  item?.click?.({ checked } as never, undefined, {} as never);
const labels = (items: MenuItemConstructorOptions[]) => items.flatMap(({ label }) => label ?? []);

describe("trayMenu", () => {
  test("lists clusters with their states", () => {
    const remote = { kind: "remote" } as const;
    const menu = menuOf(cluster("a", "running"), cluster("b", "stopped"), cluster("prod", "connected", remote));
    expect(labels(menu)).toEqual([
      "Open Orrery",
      "● a: Running",
      "○ b: Stopped",
      "● prod: Open",
      "Keep Running When the Window Is Closed",
      "Quit Orrery",
    ]);
  });

  test.each([
    ["running", false, true],
    ["stopped", true, false],
    ["failed", true, false],
    ["starting", false, false],
    ["stopping", false, false],
  ] as const)("a sandbox that is %s can be started: %s, stopped: %s", (state, canStart, canStop) => {
    const [, , item] = menuOf(cluster("a", state));
    const [, start, stop] = submenuOf(item);
    expect([start?.enabled, stop?.enabled]).toEqual([canStart, canStop]);
    click(start);
    click(stop);
    expect(actions.start).toHaveBeenCalledExactlyOnceWith("a");
    expect(actions.stop).toHaveBeenCalledExactlyOnceWith("a");
  });

  test("only opens a remote cluster, and shows the reason of a failure", () => {
    const [, , item] = menuOf(cluster("prod", "unreachable", { kind: "remote", reason: "no route" }));
    expect(labels(submenuOf(item))).toEqual(["no route", "Open"]);
    click(submenuOf(item)[1]);
    expect(actions.open).toHaveBeenCalledExactlyOnceWith("prod");
  });

  test("lists only the first of many remote clusters", () => {
    const many = Array.from({ length: 15 }, (_, i) => cluster(`r${i}`, "unopened", { kind: "remote" }));
    const menu = menuOf(...many);
    expect(labels(menu)).toContain("3 More…");
    expect(labels(menu)).not.toContain("○ r12: Not Opened");
  });

  test("opens the window, switches whether the application keeps running, and quits", () => {
    const menu = menuOf();
    click(menu[0]);
    click(menu.at(-2), true);
    click(menu.at(-1));
    expect(actions.open).toHaveBeenCalledExactlyOnceWith();
    expect(actions.keepRunning).toHaveBeenCalledExactlyOnceWith(true);
    expect(actions.quit).toHaveBeenCalledOnce();
  });

  test("escapes ampersands in names, and shows states in the user's language", () => {
    const [, , item] = trayMenu([cluster("a", "running", { name: "R&D" })], de, { ...actions, isKeptRunning: true });
    expect(item?.label).toBe("● R&&D: Läuft");
  });
});
