import { describe, expect, it } from "vitest";
import { sh, start } from "../testing/startRun.ts";

const LIB = {
  path: "/opt/lib.sh",
  content: '. ./inner.sh\nsay() { echo "said $1"; sleep 1h; echo never; }\nfunction other { echo other; }\n',
};
const INNER = { path: "/inner.sh", content: "inner() { echo inner; sleep 1h; }\n" };

describe("Functions of sourced files", () => {
  it.each([
    [". /opt/lib.sh; say hello", "said hello\n"],
    ["source /opt/lib.sh\nif true; then inner; fi", "inner\n"],
    ['lib=/opt/lib.sh; . "$lib"; . /opt/lib.sh && say on', "said on\n"],
  ])("stream their output: %s", async (script, seen) => {
    const call = (what: { name: string }): unknown => (what.name === "sleep" ? new Promise(() => undefined) : []);
    const { run, ended, shows, output } = await start({ argv: ["sh", "-c", script], files: [LIB, INNER], call });
    await shows(seen);
    expect(output()).toBe(seen);
    run.signal("KILL");
    await ended;
  });

  it.each([
    ['. /opt/lib.sh; x=$(other); echo "<$x>"; other | tr o 0', "<other>\n0ther\n", 0],
    [". /opt/none.sh; echo on", /\/opt\/none\.sh.*No such file/, undefined],
    ["echo 'f() { echo new; }' > /tmp/f.sh; . /tmp/f.sh; f", "new\n", 0],
    [". /opt/args.sh a b; echo $1", "a b\n\n", 0],
    ["[ -f /opt/lib.sh ] && . /opt/lib.sh; other", "other\n", 0],
  ])("behave like other functions: %s", async (script, output, code) => {
    const args = { path: "/opt/args.sh", content: 'echo "$@"\n' };
    const seen = await sh(script, { files: [LIB, INNER, args] });
    if (typeof output === "string") expect(seen.output).toBe(output);
    else expect(seen.output).toMatch(output);
    if (code !== undefined) expect(seen.code).toBe(code);
  });
});
