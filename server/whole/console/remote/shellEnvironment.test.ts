import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loginShellEnvironment, readBetween } from "./shellEnvironment.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-shell-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const shell = (text: string): string => {
  const path = join(folder, "shell");
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
};

test("returns variables set by the profile, whatever else it prints", async () => {
  const path = shell(`echo "Welcome, A=B"; PATH="$PATH:/from/profile"; export PATH; eval "$2"; echo bye`);
  const found = await loginShellEnvironment({ PATH: "/usr/bin:/bin", KEPT: "1" }, { shell: path });
  expect(found).toMatchObject({ PATH: "/usr/bin:/bin:/from/profile", KEPT: "1" });
  expect(found).not.toHaveProperty("TERM");
});

test.each(["exit 3", "exec sleep 60"])("a shell that runs `%s` leaves the environment unchanged", async (text) => {
  const own = { PATH: "/usr/bin:/bin" };
  expect(await loginShellEnvironment(own, { shell: shell(text), timeout: 200 })).toEqual(own);
});

test("without a shell the environment is unchanged", async () => {
  expect(await loginShellEnvironment({ A: "1" })).toEqual({ A: "1" });
  expect(await loginShellEnvironment({ A: "1" }, { shell: join(folder, "none") })).toEqual({ A: "1" });
});

test("values may contain any character except NUL", () => {
  expect(readBetween("xMA=1\0B=a=b\nc\0PWD=/x\0Mx", "M")).toEqual({ A: "1", B: "a=b\nc" });
  expect(readBetween("xMA=1", "M")).toEqual({});
});
