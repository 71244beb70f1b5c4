import type { Probe } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import type { ProgramTime, Question, Reply } from "../../programs/program.ts";
import type { ProbeName } from "./probeCounts.ts";
import { runProbe } from "./probes.ts";

/** Simulated time: each sleep ends as soon as everything else waits. */
const time = { sleep: () => new Promise((resolve) => setImmediate(resolve)), now: () => 0 } as unknown as ProgramTime;

const OK: Reply = { ok: true, text: "" };
const BAD: Reply = { ok: false, text: "bad" };

interface Asking {
  readonly name?: ProbeName;
  readonly probe: Probe;
  /** The replies in order; undefined for a probe that gets none. After the last one, the container ends. */
  readonly replies: readonly (Reply | undefined)[];
  readonly commandsEnd?: boolean;
}

/** The outcome of a probe: all failures and results, and the questions that were asked. */
async function outcome({ name = "Readiness", probe, replies, commandsEnd = true }: Asking) {
  const told: string[] = [];
  const asked: Question[] = [];
  const ended = new AbortController();
  await runProbe({
    ...{ name, probe, time, commandsEnd, signal: ended.signal },
    container: { name: "c", ports: [{ name: "web", containerPort: 8080 }] },
    ask(question) {
      const reply = replies[asked.length];
      if (asked.length >= replies.length) ended.abort();
      asked.push(question);
      return reply === undefined && !ended.signal.aborted ? new Promise(() => undefined) : Promise.resolve(reply ?? OK);
    },
    address: () => "10.0.0.1",
    agent: "probe/1.32",
    onResult: (ok) => told.push(String(ok)),
    onAnswer: (result) => told.push(result),
    onFailure: (text, isUnknown) => told.push(`${isUnknown ? "errored: " : ""}${text}`),
    onWarning: (text) => told.push(text),
  });
  return { told: told.filter((text) => text !== "successful" && text !== "failed"), counted: told, asked };
}

const exec = { command: ["check", "it"] };
const http = { port: 80, path: "/x" };

describe("Probe timeout", () => {
  const late = 'command timed out: "check it" timed out after 7s';
  const awaiting = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
  const grpc = { grpc: { port: 90 } } as Probe;
  it.each([
    ["fails an exec probe", { exec }, true, ["true", late, "false", "true"]],
    // Two consecutive successes, as if there had been no probe in between.
    ["does not count an exec probe if commands may exceed it", { exec }, false, ["true"]],
    [
      "fails an HTTP probe",
      { httpGet: http },
      false,
      ["true", `Get "http://10.0.0.1:80/x": ${awaiting}`, "false", "true"],
    ],
    [
      "fails a TCP probe",
      { tcpSocket: { port: 80 } },
      true,
      ["true", "dial tcp 10.0.0.1:80: i/o timeout", "false", "true"],
    ],
    ["fails a gRPC probe", grpc, true, ["true", "timeout: health rpc did not complete within 7s", "false", "true"]],
  ] as const)("%s", async (_what, action, commandsEnd, told) => {
    const probe: Probe = { ...action, failureThreshold: 1, timeoutSeconds: 7 } as Probe;
    expect((await outcome({ probe, replies: [OK, undefined, OK], commandsEnd })).told).toEqual(told);
  });
});

describe("Probe that cannot be performed", () => {
  it("is reported as an error and not counted", async () => {
    const unknown: Reply = { ok: false, text: "no such command", isUnknown: true };
    const { counted } = await outcome({ probe: { exec, failureThreshold: 1 }, replies: [unknown, unknown] });
    expect(counted).toEqual(["errored: no such command", "errored: no such command"]);
  });

  it("reports an invalid port", async () => {
    const ended = new AbortController();
    const told: string[] = [];
    await runProbe({
      ...{ name: "Startup", probe: { httpGet: { port: "http" } }, container: { name: "c" }, signal: ended.signal },
      ...{ time, commandsEnd: true, ask: () => Promise.reject(new Error("asked")), address: () => "", agent: "" },
      onResult: (ok) => told.push(String(ok)),
      onAnswer: (result) => told.push(result),
      onFailure(text) {
        told.push(text);
        ended.abort();
      },
      onWarning: (text) => told.push(text),
    });
    expect(told).toEqual(['strconv.Atoi: parsing "http": invalid syntax']);
  });
});

describe("Probe thresholds", () => {
  const probe: Probe = { exec, failureThreshold: 2, successThreshold: 2 };
  it.each([
    ["Readiness", [OK, BAD, BAD, BAD, OK, OK], ["bad", "bad", "false", "bad", "true"]],
    // The container is to be restarted: until then, there are no probes.
    ["Liveness", [BAD, BAD, BAD], ["bad", "bad", "false"]],
    ["Startup", [BAD, BAD, BAD], ["bad", "bad", "false"]],
    ["Startup", [OK, OK, BAD], ["true"]],
  ] as const)("%s", async (name, replies, told) => {
    expect((await outcome({ name, probe, replies })).told).toEqual(told);
  });
});

describe("Probe request", () => {
  const question = async (probe: Probe): Promise<Question | undefined> =>
    (await outcome({ probe, replies: [OK] })).asked[0];

  it("has default headers that the probe's own headers override", async () => {
    const headers = { "user-agent": "probe/1.32", accept: "*/*" };
    expect(await question({ httpGet: { port: "web" } })).toEqual({ kind: "http", port: 8080, path: "/", headers });
    const httpHeaders = [
      { name: "Host", value: "shop.example" },
      { name: "X-A", value: "1" },
      { name: "x-a", value: "2" },
      { name: "User-Agent", value: "mine" },
      { name: "Accept", value: "" },
    ];
    expect(await question({ httpGet: { ...http, scheme: "HTTPS", host: "10.9.9.9", httpHeaders } })).toEqual({
      ...{ kind: "http", scheme: "https", host: "10.9.9.9", port: 80, path: "/x" },
      headers: { host: "shop.example", "x-a": "1, 2", "user-agent": "mine" },
    });
    expect(await question({ tcpSocket: { port: 1, host: "db" } })).toEqual({ kind: "tcp", port: 1, host: "db" });
  });
});
