import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommanderError } from "commander";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClusterRegistry } from "../../console/clusterRegistry.ts";
import { type ConsoleHost, startConsoleHost } from "../../console/consoleHost.ts";
import { announceInstance } from "../../console/instance/instanceFile.ts";
import type { StartOptions } from "../../console/main.ts";
import { type FakeCluster, startFakeCluster } from "../../console/testing/fakeCluster.ts";
import { consoleFolders } from "./consoleFolders.ts";
import { type OpenContext, openCommand } from "./open.ts";

let folder = "";
let fake: FakeCluster;
let host: ConsoleHost | undefined;
let out: string[];
let errors: string[];
let launched: string[];
let served: { argv: readonly string[]; beginning: StartOptions } | undefined;
let hasApplication: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-open-"));
  fake = await startFakeCluster();
  host = undefined;
  served = undefined;
  hasApplication = false;
  [out, errors, launched] = [[], [], []];
});
afterEach(async () => {
  await host?.close();
  await fake.close();
  rmSync(folder, { recursive: true });
});

const context = (): OpenContext => ({
  folders: [join(folder, "absent"), folder],
  platform: "linux",
  programs: {
    ask: async () => ({ code: 0, output: hasApplication ? "orrery.desktop" : "" }),
    launch: async (program, args) => {
      launched.push([program, ...args].join(" "));
      return true;
    },
  },
  serve: async (argv, beginning) => {
    served = { argv, beginning };
    return 0;
  },
});
const open = (...argv: string[]): Promise<number> =>
  openCommand(argv, { out: (text) => out.push(text), error: (text) => errors.push(text) }, context());

const run = async (show?: (path?: string) => void): Promise<void> => {
  const clusters = createClusterRegistry([fake.cluster]);
  host = await startConsoleHost({ clusters, rendererDir: folder, ...(show === undefined ? {} : { show }) });
  await announceInstance(folder, host);
};

describe("with a running console", () => {
  test("opens the view in the browser", async () => {
    await run();
    expect(await open("/c/fake/core/v1/pods")).toBe(0);
    expect(launched).toEqual([expect.stringMatching(/^xdg-open file:.*\/console\/open\.html\?\w+$/)]);
    expect(out.join("")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?secret=[\w-]{43}&to=%2Fc%2Ffake%2Fcore%2Fv1%2Fpods\n$/);
    expect(served).toBeUndefined();
  });

  test("prints only the address", async () => {
    await run();
    expect(await open("--print")).toBe(0);
    expect(out.join("")).toMatch(/\?secret=[\w-]{43}\n$/);
    expect(launched).toEqual([]);
  });

  test("brings the console's own window to the front", async () => {
    const show = vi.fn();
    await run(show);
    expect(await open("orrery://open/c/fake")).toBe(0);
    expect(show).toHaveBeenCalledExactlyOnceWith("/c/fake");
    expect([out, launched]).toEqual([[], []]);
  });

  test("reports why a request is refused", async () => {
    await run();
    expect(await open("/c/prod")).toBe(2);
    expect(errors).toEqual(['orrery open: There is no cluster "prod"; Orrery knows fake.\n']);
  });

  test("ignores a console that has ended", async () => {
    await run();
    await host?.close();
    expect(await open()).toBe(0);
    expect(served?.argv[0]).toBe("--data-dir");
  });
});

describe("without a running console", () => {
  test("opens views in the application when it is installed", async () => {
    hasApplication = true;
    expect(await open("/c/sandbox?q=a")).toBe(0);
    expect(launched).toEqual(["xdg-open orrery://open/c/sandbox?q=a"]);
    expect(served).toBeUndefined();
  });

  test("starts a console at the view otherwise", async () => {
    expect(await open("/c/fake", "--data-dir", folder)).toBe(0);
    expect(served?.argv).toEqual(["--data-dir", folder]);
    await run();
    const address = served?.beginning.addressOf?.(host as ConsoleHost) ?? "";
    expect(new URL(address).searchParams.get("to")).toBe("/c/fake");
    await served?.beginning.onReady?.(address);
    expect(launched).toHaveLength(1);
  });
});

test("reports invalid flags, and lets the parser print the help", async () => {
  expect(await open("--nonsense")).toBe(2);
  expect(await open("a", "b")).toBe(2);
  expect(errors).toEqual(["orrery open: unknown option '--nonsense'\n", expect.stringContaining("too many arguments")]);
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await expect(open("--help")).rejects.toThrow(CommanderError);
  write.mockRestore();
});

test("looks for consoles in the desktop's standard folders", () => {
  expect(consoleFolders("/home/me", {}, "linux")).toContain("/home/me/.config/Orrery/sandbox");
  expect(consoleFolders("/home/me", { XDG_CONFIG_HOME: "/cfg" }, "linux")).toContain("/cfg/orrery/sandbox");
  expect(consoleFolders("/Users/me", {}, "darwin")).toContain("/Users/me/Library/Application Support/Orrery/sandbox");
});
