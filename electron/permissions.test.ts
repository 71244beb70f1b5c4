import { expect, test } from "vitest";
import { restrictPermissions } from "./permissions.ts";

type Handlers = Parameters<typeof restrictPermissions>[0];
const own = "http://127.0.0.1:4000";

function ask(permission: string, address: string, origin: string | undefined = own): boolean[] {
  const answers: boolean[] = [];
  const session: Handlers = {
    setPermissionRequestHandler: (handler) =>
      handler?.({} as never, permission as never, (isGranted) => answers.push(isGranted), {
        requestingUrl: address,
        isMainFrame: true,
      } as never),
    setPermissionCheckHandler: (handler) => {
      answers.push(handler?.(null, permission as never, address, {} as never) ?? true);
    },
  };
  restrictPermissions(session, () => origin);
  return answers;
}

test("the console's page may show notifications", () => {
  expect(ask("notifications", `${own}/`)).toEqual([true, true]);
});

test.each([
  ["media", `${own}/`],
  ["geolocation", `${own}/`],
  ["clipboard-read", `${own}/`],
  ["notifications", "http://127.0.0.1:4001/"],
  ["notifications", "https://evil.example/"],
  ["notifications", ""],
])("denies %s to %s", (permission, address) => {
  expect(ask(permission, address)).toEqual([false, false]);
});

test("denies everything before the console has an origin", () => {
  expect(ask("notifications", "undefined", undefined)).toEqual([false, false]);
});
