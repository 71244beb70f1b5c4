import { afterEach, expect, it, vi } from "vitest";
import { main } from "./main.ts";

afterEach(() => vi.restoreAllMocks());

/** Runs the command. @returns its exit code, and its output */
async function run(...argv: string[]): Promise<{ code: number; text: string }> {
  let text = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  return { code: await main(argv), text };
}

it("lists its commands", async () => {
  const { code, text } = await run("help");
  expect(code).toBe(0);
  for (const command of ["serve", "console", "time", "trouble", "scenario", "help"]) {
    expect(text).toMatch(new RegExp(`^  ${command} +\\w`, "m"));
  }
});

it.each(["time", "actors", "causes", "trouble", "scenario", "lesson", "content", "serve"])(
  "shows with `help %s` what `%s --help` shows",
  async (command) => {
    const { code, text } = await run("help", command);
    expect(code).toBe(0);
    expect(text).toMatch(new RegExp(`^Usage: orrery ${command} `));
    expect((await run(command, "--help")).text).toBe(text);
  },
);

it.each([["version"], ["--version"], ["serve", "--version"]])("prints the version with %s", async (...argv) => {
  const { code, text } = await run(...argv);
  expect([code, text]).toEqual([0, expect.stringMatching(/^Kubernetes v1\.32\.\d+ \(Orrery .+\)\n$/)]);
});

it("lists in its help the feature gates that have no effect", async () => {
  const { text } = await run("serve", "--help");
  const [before = "", after = ""] = text.split("\nFeature gates that are accepted and have no effect here:\n");
  expect(before).toContain("  WatchList=true|false (BETA - default=true)\n");
  expect(after).toContain("  CPUManager=true|false (GA - default=true, locked)\n");
  expect(after).not.toContain("  WatchList=");
});

it("shows the server's flags in the console's help", async () => {
  const [serve, console] = [await run("help", "serve"), await run("help", "console")];
  expect(console.text).toMatch(
    /^Usage: orrery console \[options\]\n\nServe a sandbox cluster and its console to a browser\.\n/,
  );
  expect(console.text.split("\nOptions:")[1]).toBe(serve.text.split("\nOptions:")[1]);
});
