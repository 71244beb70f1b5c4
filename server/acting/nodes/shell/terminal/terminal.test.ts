import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Terminal } from "./terminal.ts";

function terminal(words: readonly string[] = []) {
  let shown = "";
  let pieces = 0;
  let interrupts = 0;
  const made = new Terminal({
    show: (text) => {
      shown += text;
      pieces += 1;
    },
    interrupt: () => {
      interrupts += 1;
    },
    complete: async (line) => words.filter((word) => word.startsWith(/\S*$/.exec(line)?.[0] ?? "")),
  });
  return { made, shown: () => shown, pieces: () => pieces, interrupts: () => interrupts };
}

async function lineOf(keys: string, words?: readonly string[]): Promise<string | undefined> {
  const { made } = terminal(words);
  const line = made.read("$ ");
  await made.type(keys);
  return line;
}

describe("Terminal line", () => {
  it.each([
    ["abc\r", "abc"],
    ["abx\u007fc\r", "abc"],
    ["bc\u0001a\r", "abc"],
    ["ac\u001b[Db\r", "abc"],
    ["ac\u001bOD\u001bODx\u001b[3~b\r", "xbc"],
    ["one two\u0017\r", "one "],
    ["gone\u0015abc\r", "abc"],
    ["abcd\u001b[D\u000b\r", "abc"],
    ["\u00e4\u{1f600}\r", "\u00e4\u{1f600}"],
    ["ab\u001b[200~c\r", "abc"],
  ])("for keys %j is %j", async (keys, line) => expect(await lineOf(keys)).toBe(line));

  it("ends the input at Ctrl-D only if empty", async () => {
    expect(await lineOf("\u0004")).toBeUndefined();
    expect(await lineOf("a\u0004\r")).toBe("a");
  });

  it("is completed as far as it is unambiguous", async () => {
    expect(await lineOf("ec\t\r", ["echo"])).toBe("echo ");
    expect(await lineOf("l\tx\r", ["less", "lesser"])).toBe("lessx");
  });

  it("is recalled from the history", async () => {
    const { made } = terminal();
    for (const text of ["first", "second"]) {
      const line = made.read("");
      await made.type(`${text}\r`);
      await line;
    }
    const line = made.read("");
    await made.type("\u001b[A\u001b[A\u001b[B\r");
    expect(await line).toBe("second");
  });

  it("can be typed before a program reads", async () => {
    const { made } = terminal();
    await made.type("early\r");
    expect(await made.read("")).toBe("early");
  });

  it("is echoed once when pasted, up to its length limit", async () => {
    const { made, pieces } = terminal();
    const line = made.read("$ ");
    const before = pieces();
    await made.type("x".repeat(300_000));
    expect(pieces()).toBe(before + 1);
    await made.type("\r");
    expect(await line).toBe("x".repeat(65_536));
  });

  it("is discarded at Ctrl-C, which interrupts the running program when none reads", async () => {
    expect(await lineOf("abc\u0003")).toBe("");
    const { made, interrupts } = terminal();
    await made.type("abc\u0003");
    expect(interrupts()).toBe(1);
  });

  it("is independent of how the key sequence is split", async () => {
    const text = fc.stringMatching(/^[a-z ]{1,20}$/);
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(25)), async (typed, cuts) => {
        const { made } = terminal();
        const line = made.read("$ ");
        const keys = `${typed}x\u001b[D\u001b[3~\r`;
        let from = 0;
        for (const cut of [...cuts].sort((a, b) => a - b)) {
          void made.type(keys.slice(from, Math.max(from, cut)));
          from = Math.max(from, cut);
        }
        await made.type(keys.slice(from));
        expect(await line).toBe(typed);
      }),
    );
  });
});

it("drops typed-ahead lines beyond a million characters", async () => {
  const { made } = terminal();
  const line = "x".repeat(50_000);
  for (let i = 0; i < 100; i++) await made.type(`${line}\r`);
  made.end();
  let read = 0;
  while ((await made.read("")) !== undefined) read += 1;
  expect(read).toBe(20);
  await made.type("late\r");
  expect(await made.read("")).toBe("late");
});
