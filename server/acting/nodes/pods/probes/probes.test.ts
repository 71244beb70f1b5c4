import { expect, it } from "vitest";
import type { ProgramTime, Reply, RunningProgram } from "../../programs/program.ts";
import { runProbe } from "./probes.ts";

/** Time that passes at once: what sleeps comes back as soon as everything else waits. */
const time = { sleep: () => new Promise((resolve) => setImmediate(resolve)), now: () => 0 } as unknown as ProgramTime;

/** What becomes of three askings: the first and the last are answered, the second one never. */
async function outcome(kind: "exec" | "httpGet", commandsEnd: boolean): Promise<string[]> {
  const told: string[] = [];
  const ended = new AbortController();
  const answers: (Promise<Reply> | undefined)[] = [
    Promise.resolve({ ok: true, text: "" }),
    new Promise(() => undefined),
    Promise.resolve({ ok: true, text: "" }),
  ];
  const program = {
    answer() {
      const answer = answers.shift();
      if (answer !== undefined) return answer;
      ended.abort();
      return Promise.resolve({ ok: true, text: "" });
    },
  } as unknown as RunningProgram;
  const action = kind === "exec" ? { exec: { command: ["check"] } } : { httpGet: { port: 80 } };
  await runProbe({
    name: "Liveness",
    probe: { ...action, failureThreshold: 1, timeoutSeconds: 7 },
    container: { name: "c" },
    program,
    time,
    signal: ended.signal,
    commandsEnd,
    onResult: (ok) => told.push(String(ok)),
    onAnswer: () => undefined,
    onFailure: (text) => told.push(text),
    onWarning: (text) => told.push(text),
  });
  return told;
}

it.each([
  ["exec", true, ["true", "command timed out after 7s", "false", "true"]],
  // Two askings in a row that went well, as if there had been no other.
  ["exec", false, ["true"]],
  ["httpGet", false, ["true", "command timed out after 7s", "false", "true"]],
] as const)("a probe of %s that is not answered in time, commands have to end: %s", async (kind, commandsEnd, told) => {
  expect(await outcome(kind, commandsEnd)).toEqual(told);
});

it("tells of a command that is not there, which says nothing about the program", async () => {
  const told: string[] = [];
  const ended = new AbortController();
  let asked = 0;
  const program = {
    async answer() {
      asked += 1;
      if (asked === 3) ended.abort();
      return { ok: false, text: "no such command", isUnknown: true };
    },
  } as unknown as RunningProgram;
  await runProbe({
    ...{ name: "Liveness", probe: { exec: { command: ["none"] }, failureThreshold: 1 }, container: { name: "c" } },
    ...{ program, time, signal: ended.signal, commandsEnd: true },
    onResult: (ok) => told.push(String(ok)),
    onAnswer: () => undefined,
    onFailure: (text, isUnknown) => told.push(`${text} ${isUnknown}`),
    onWarning: (text) => told.push(text),
  });
  expect(told).toEqual(["no such command true", "no such command true"]);
});
