import { expect, test, vi } from "vitest";
import { menuTemplate } from "./menu.ts";
import { de } from "./texts/de.ts";
import { en } from "./texts/en.ts";

const roles = (options: { isMac?: boolean; isPackaged?: boolean }) =>
  menuTemplate({ isMac: false, isPackaged: false, reveal: () => {}, ...options }, en).flatMap((menu) => [
    menu.role,
    ...(Array.isArray(menu.submenu) ? menu.submenu.map((item) => item.role) : []),
  ]);

const itemsOf = (more: Partial<Parameters<typeof menuTemplate>[0]>, texts = en) =>
  menuTemplate({ isMac: false, isPackaged: true, reveal: () => {}, ...more }, texts).flatMap((menu) =>
    Array.isArray(menu.submenu) ? menu.submenu : [],
  );

test("contains edit, zoom and window commands on every platform", () => {
  for (const isMac of [true, false]) {
    expect(roles({ isMac })).toEqual(expect.arrayContaining(["editMenu", "zoomIn", "zoomOut", "windowMenu"]));
  }
});

test("has an application menu only on macOS; elsewhere the file menu contains quit", () => {
  expect(roles({ isMac: true })).toContain("appMenu");
  expect(roles({ isMac: true })).not.toContain("quit");
  expect(roles({ isMac: false })).toContain("quit");
  expect(roles({ isMac: false })).not.toContain("appMenu");
});

test("offers developer tools in development only", () => {
  expect(roles({ isPackaged: false })).toContain("toggleDevTools");
  expect(roles({ isPackaged: true })).not.toContain("toggleDevTools");
});

test("offers the kubeconfig directly", () => {
  const reveal = vi.fn();
  const items = itemsOf({ reveal });
  items.find((item) => item.label?.includes("kubeconfig"))?.click?.({} as never, undefined, {} as never);
  expect(reveal).toHaveBeenCalledOnce();
});

test("checks for updates only where enabled; elsewhere the item shows why not", () => {
  expect(itemsOf({}).at(-1)).toMatchObject({ label: "Check for Updates… (switched off)", enabled: false });
  const checkForUpdates = vi.fn();
  itemsOf({ checkForUpdates })
    .at(-1)
    ?.click?.({} as never, undefined, {} as never);
  expect(checkForUpdates).toHaveBeenCalledOnce();
});

test("uses the user's language", () => {
  expect(itemsOf({}, de).map(({ label }) => label)).toContain("Kubeconfig im Ordner zeigen");
});
