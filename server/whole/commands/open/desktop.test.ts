import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openInBrowser, openLink } from "./desktop.ts";
import type { Programs } from "./programs.ts";

let calls: string[];
let known: { code: number; output: string };
const recorded: Programs = {
  async ask(program, args) {
    calls.push([program, ...args].join(" "));
    return known;
  },
  async launch(program, args) {
    calls.push([program, ...args].join(" "));
    return true;
  },
};
beforeEach(() => {
  calls = [];
  known = { code: 0, output: "orrery.desktop\n" };
});

const link = "orrery://open/c/sandbox";

describe("openLink", () => {
  test.each([
    ["linux", "xdg-open orrery://open/c/sandbox"],
    ["darwin", "open -b dev.orrery.console orrery://open/c/sandbox"],
    ["win32", "rundll32 url.dll,FileProtocolHandler orrery://open/c/sandbox"],
  ] as const)("passes the link to the application on %s", async (platform, call) => {
    expect(await openLink(link, recorded, platform)).toBe(true);
    expect(calls.at(-1)).toBe(call);
  });

  test.each(["linux", "win32"] as const)(
    "starts nothing on %s where the application is not installed",
    async (platform) => {
      known = { code: 1, output: "" };
      expect(await openLink(link, recorded, platform)).toBe(false);
      expect(calls).toHaveLength(1);
    },
  );
});

describe("openInBrowser", () => {
  let folder = "";
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), "orrery-open-")), "console");
  });
  afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

  test("puts the secret in a file readable by the user only, never on the command line", async () => {
    const address = "http://127.0.0.1:4000/?secret=abc&to=%2Fc%2Fsandbox";
    expect(await openInBrowser(address, folder, recorded, "linux")).toBe(true);
    expect(calls.join()).not.toContain("abc");
    const [, url = ""] = calls[0]?.split(" ") ?? [];
    const file = fileURLToPath(new URL(url));
    expect(readFileSync(file, "utf8")).toContain("url=http://127.0.0.1:4000/?secret=abc&amp;to=%2Fc%2Fsandbox");
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
