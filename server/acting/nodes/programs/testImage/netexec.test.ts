import { expect, it } from "vitest";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import { programFor } from "../images/images.ts";
import type { ProgramMachine, ProgramStart } from "../program.ts";

/** A server of the test image, its output, and how long it slept. */
function serverOf(args: readonly string[], machine: Partial<ProgramMachine> = {}) {
  const printed: string[] = [];
  const slept: number[] = [];
  const start = {
    ...{ image: "agnhost:2.53", command: [], args, env: new Map(), workingDir: "", annotations: {}, ports: [] },
    ...{ stdin: false, tty: false, pod: { name: "p", namespace: "n", address: "10.0.0.1" } },
    vocabulary: createVocabulary(),
    machine: machine as ProgramMachine,
    print: (_stream: string, text: string) => void printed.push(text),
    time: {
      now: () => 0,
      realNow: () => 0,
      sleep: async (milliseconds: number) => void slept.push(milliseconds),
    },
  } as ProgramStart;
  const running = programFor(start).start(start);
  const ask = async (path: string, more: { body?: Uint8Array; headers?: Record<string, string> } = {}) => {
    const request = { port: 8080, path, method: "GET", headers: {}, body: new Uint8Array(), ...more };
    const answer = await running.handle?.(request);
    return answer && [answer.status, Buffer.from(answer.body).toString()];
  };
  return { running, ask, printed, slept };
}

/** A machine in which every command ends with this code and output. */
const commands = (code: number, output: string) => {
  const scripts: string[] = [];
  const inputs: Uint8Array[] = [];
  let kills = 0;
  const run: ProgramMachine["run"] = ({ argv }) => {
    scripts.push(argv.at(-1) ?? "");
    return {
      exited: Promise.resolve(code),
      listen(onOutput) {
        if (output !== "") void onOutput("stdout", Buffer.from(output));
        return () => undefined;
      },
      write: (bytes) => void inputs.push(bytes),
      endInput: () => undefined,
      resize: () => undefined,
      kill: () => {
        kills += 1;
      },
      signal: () => undefined,
    };
  };
  return { run, scripts, inputs, kills: () => kills };
};

it("returns its host name, echoes, redirects, and returns the time for other paths", async () => {
  const { ask, printed } = serverOf(["netexec"]);
  expect(await ask("/hostName")).toEqual([200, "p"]);
  expect(await ask("/echo?msg=hi&code=418")).toEqual([418, "hi"]);
  expect(await ask("/echo?msg=hi&code=x")).toEqual([200, "argument 'code' must be an integer or empty, got \"x\"\n"]);
  expect(await ask("/redirect?location=/x&code=307")).toEqual([307, ""]);
  expect(await ask("/any")).toEqual([200, "NOW: 1970-01-01T00:00:00.000Z"]);
  expect(printed.slice(0, 2)).toEqual(["Started HTTP server on port 8080\n", "1970/01/01 00:00:00 GET /hostName\n"]);
});

it("is ready only if it listens for UDP or SCTP messages", async () => {
  expect(await serverOf(["netexec"]).ask("/healthz")).toEqual([200, ""]);
  expect(await serverOf(["netexec", "--udp-port=-1"]).ask("/healthz")).toEqual([412, ""]);
  expect(await serverOf(["netexec", "--udp-port=-1", "--sctp-port", "80"]).ask("/healthz")).toEqual([200, ""]);
});

it("returns one fixed response for every path if configured", async () => {
  expect(await serverOf(["netexec", "--http-override=/echo?code=500&msg=no"]).ask("/hostname")).toEqual([500, "no"]);
});

it("exits with a requested code, immediately without a response or after the response", async () => {
  const atOnce = serverOf(["netexec"]);
  expect(await atOnce.ask("/exit?code=3&wait=2s")).toBeUndefined();
  expect(await atOnce.running.exited).toBe(3);
  expect(atOnce.slept).toEqual([2000]);
  const later = serverOf(["netexec"]);
  expect(await later.ask("/exit?code=7&timeout=1s")).toEqual([200, ""]);
  expect(await later.running.exited).toBe(7);
  expect(later.printed.at(-1)).toContain("Graceful shutdown completed with: <nil>");
  const shut = serverOf(["netexec"]);
  expect(await shut.ask("/shutdown")).toBeUndefined();
  expect(await shut.running.exited).toBe(0);
});

it.each([
  ["timeout=soon", "argument 'timeout' must be a valid golang duration or empty, got \"soon\"\n"],
  ["wait=3", "argument 'wait' must be a valid golang duration or empty, got \"3\"\n"],
  ["code=x", "argument 'code' must be an integer [0-127] or empty, got \"x\"\n"],
])("does not exit for %s", async (query, words) => {
  expect(await serverOf(["netexec"]).ask(`/exit?${query}`)).toEqual([200, words]);
});

it("runs commands and returns their output and error", async () => {
  const ask = (code: number, output: string) =>
    serverOf(["netexec"], commands(code, output))
      .ask("/shell?cmd=x")
      .then((answer) => answer?.[1]);
  expect(await ask(0, "out")).toBe('{"output":"out"}');
  expect(await ask(0, "")).toBe("{}");
  expect(await ask(2, "bad")).toBe('{"error":"exit status 2","output":"bad"}');
});

it("terminates a command with endless output", async () => {
  const machine = commands(137, "x".repeat(9 * 1024 * 1024));
  expect(await serverOf(["netexec"], machine).ask("/shell?cmd=yes")).toEqual([200, '{"error":"exit status 137"}']);
  expect(machine.kills()).toBe(1);
});

it("stores an uploaded file", async () => {
  const form = new FormData();
  form.append("file", new Blob([Buffer.from([0, 255, 10])]), "a.bin");
  const sent = new Response(form);
  const headers = { "content-type": sent.headers.get("content-type") ?? "" };
  const machine = commands(0, "");
  const { ask } = serverOf(["netexec"], machine);
  const [status, text] = (await ask("/upload", { headers, body: new Uint8Array(await sent.arrayBuffer()) })) ?? [];
  expect([status, text]).toEqual([201, expect.stringMatching(/^\{"output":"\/uploads\/upload\d+"\}$/)]);
  expect(machine.inputs.map((bytes) => [...bytes])).toEqual([[0, 255, 10]]);
  expect(await ask("/upload")).toEqual([200, '{"error":"Unable to upload file."}']);
});

it("dials other servers and reports invalid dial parameters", async () => {
  const machine: Partial<ProgramMachine> = {
    fetch: async ({ url }) => ({ status: 200, headers: {}, body: Buffer.from(url) }),
    datagram: async (_host, _port, text, protocol) => (text === "silent" ? undefined : `${protocol} ${text}`),
  };
  const dial = async (query: string) => serverOf(["netexec"], machine).ask(`/dial?host=web&port=80${query}`);
  expect(await dial("&request=x&tries=2")).toEqual([200, '{"responses":["http://web:80/x","http://web:80/x"]}']);
  expect(await dial("&request=x&protocol=SCTP")).toEqual([200, '{"responses":["SCTP x"]}']);
  expect((await dial("&request=silent&protocol=udp"))?.[1]).toMatch(
    /^\{"errors":\["reading from udp connection failed/,
  );
  expect(await dial("")).toEqual([400, "request parameter not specified. <nil>\n"]);
  expect(await dial("&request=x&protocol=icmp")).toEqual([400, "unsupported protocol. icmp\n"]);
  expect((await dial("&request=x&tries=x"))?.[0]).toBe(400);
});

it("receives messages on its UDP and SCTP ports", () => {
  const { running } = serverOf(["netexec", "--sctp-port=90"]);
  const say = (protocol: "UDP" | "SCTP", port: number, text: string) =>
    running.receive?.({ protocol, port, from: "10.0.0.9", text });
  expect([
    running.listensOn?.(8081, "UDP"),
    running.listensOn?.(8081, "SCTP"),
    running.listensOn?.(90, "SCTP"),
  ]).toEqual([true, false, true]);
  expect(say("UDP", 8081, "hostName\n")).toBe("p");
  expect(say("SCTP", 90, "echo Hi there")).toBe("hi there");
  expect(say("UDP", 8081, "clientip")).toBe("10.0.0.9:40000");
  expect([say("UDP", 90, "hostname"), say("UDP", 8081, "unknown"), say("UDP", 8081, "")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it.each([
  ["", [true, true]],
  ["10.0.0.1", [true, false]],
  ["127.0.0.1,10.0.0.9", [false, true]],
  ["0.0.0.0", [true, true]],
])("receives messages only on the addresses %j", (addresses, expected) => {
  const { running } = serverOf(["netexec", `--udp-listen-addresses=${addresses}`, "--sctp-port=90"]);
  expect([false, true].map((isLoopback) => running.listensOn?.(8081, "UDP", isLoopback))).toEqual(expected);
  expect(running.listensOn?.(90, "SCTP", false)).toBe(true);
});

it("resets connections, including those of probes", async () => {
  const { running } = serverOf(["tcp-reset"]);
  expect([running.resets?.(8080), running.resets?.(80)]).toEqual([true, false]);
  expect(await running.answer({ kind: "http", port: 8080, path: "/x" })).toEqual({
    ok: false,
    text: 'Get "http://10.0.0.1:8080/x": read tcp 10.0.0.1:8080: read: connection reset by peer',
  });
});

it("prints one audit event per line", async () => {
  const { ask, printed } = serverOf(["audit-proxy"]);
  const list = { kind: "EventList", items: [{ auditID: "1" }, { auditID: "2" }] };
  expect(await ask("/", { body: Buffer.from(JSON.stringify(list)) })).toEqual([200, ""]);
  expect(printed).toEqual([1, 2].map((id) => `{"kind":"Event","apiVersion":"audit.k8s.io/v1","auditID":"${id}"}\n`));
  expect(await ask("/", { body: Buffer.from("{}") })).toEqual([500, ""]);
});

it("serves TLS with the image's own certificate if configured", async () => {
  const files = ["--tls-cert-file=/localhost.crt", "--tls-private-key-file=/localhost.key"];
  const { running } = serverOf(["netexec", ...files], { file: async () => undefined });
  expect(Buffer.from((await running.tls?.(8080))?.cert ?? "").toString()).toContain("BEGIN CERTIFICATE");
  const others = serverOf(["netexec", "--tls-cert-file=/x"], { file: async () => null });
  await expect(others.running.tls?.(8080)).rejects.toThrow("open /x");
});
