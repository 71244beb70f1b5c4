import { expect, it } from "vitest";
import type { ProgramRights, ProgramStart } from "../program.ts";
import { httpdFailure, nginxFailure } from "./webServerStart.ts";

const start = (rights: Partial<ProgramRights>): ProgramStart =>
  ({
    rights: { isRoot: true, lowestPort: 0, isRootReadOnly: false, mounts: [], ...rights },
    time: { now: () => Date.parse("2026-01-02T03:04:05Z") },
  }) as unknown as ProgramStart;
const ORDINARY_USER = { isRoot: false, lowestPort: 1024 };

it.each([
  [{}, undefined],
  [{ isRootReadOnly: true }, 'mkdir() "/var/cache/nginx/client_temp" failed (30: Read-only file system)'],
  [ORDINARY_USER, 'mkdir() "/var/cache/nginx/client_temp" failed (13: Permission denied)'],
  [{ ...ORDINARY_USER, mounts: ["/var/cache/nginx"] }, "bind() to 0.0.0.0:80 failed (13: Permission denied)"],
  [{ isRoot: false, mounts: ["/var/cache/nginx"] }, 'open() "/run/nginx.pid" failed (13: Permission denied)'],
  [{ isRoot: false, mounts: ["/var/cache", "/run"] }, undefined],
  [{ ...ORDINARY_USER, mounts: ["/var/cache/nginx", "/etc/nginx/conf.d"] }, undefined],
  [{ lowestPort: 1024 }, "bind() to 0.0.0.0:80 failed (13: Permission denied)"],
])("nginx with %j reports %s", (rights, message) => {
  const failure = nginxFailure(start(rights));
  expect(failure?.lines.at(-1)).toBe(message && `nginx: [emerg] ${message}`);
  expect(failure?.lines.at(-2)).toBe(message && `2026/01/02 03:04:05 [emerg] 1#1: ${message}`);
});

it("exits Apache's server if it may not bind its port", () => {
  expect(httpdFailure(start({}))).toBeUndefined();
  expect(httpdFailure(start(ORDINARY_USER))).toMatchObject({ exitCode: 1 });
});
