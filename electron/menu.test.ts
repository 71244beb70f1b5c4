import { expect, test, vi } from "vitest";
import { menuTemplate } from "./menu.ts";

const roles = (options: { isMac?: boolean; isPackaged?: boolean }) =>
  menuTemplate({ isMac: false, isPackaged: false, reveal: () => {}, ...options }).flatMap((menu) => [
    menu.role,
    ...(Array.isArray(menu.submenu) ? menu.submenu.map((item) => item.role) : []),
  ]);

test("every platform can edit, zoom and arrange windows", () => {
  for (const isMac of [true, false]) {
    expect(roles({ isMac })).toEqual(expect.arrayContaining(["editMenu", "zoomIn", "zoomOut", "windowMenu"]));
  }
});

test("the application menu is the Mac's; others quit from the file menu", () => {
  expect(roles({ isMac: true })).toContain("appMenu");
  expect(roles({ isMac: true })).not.toContain("quit");
  expect(roles({ isMac: false })).toContain("quit");
  expect(roles({ isMac: false })).not.toContain("appMenu");
});

test("developer tools are for development", () => {
  expect(roles({ isPackaged: false })).toContain("toggleDevTools");
  expect(roles({ isPackaged: true })).not.toContain("toggleDevTools");
});

test("the kubeconfig is one click away", () => {
  const reveal = vi.fn();
  const items = menuTemplate({ isMac: false, isPackaged: true, reveal }).flatMap((menu) =>
    Array.isArray(menu.submenu) ? menu.submenu : [],
  );
  items.find((item) => item.label?.includes("kubeconfig"))?.click?.({} as never, undefined, {} as never);
  expect(reveal).toHaveBeenCalledOnce();
});
