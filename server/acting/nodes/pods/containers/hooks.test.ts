import type { Container } from "kubernetes-types/core/v1";
import { expect, it } from "vitest";
import type { ProgramTime, Reply, RunningProgram } from "../../programs/program.ts";
import type { FetchMessage } from "../../shell/messages.ts";
import { type HookParts, runPostStart, runPreStop } from "./hooks.ts";

type PostStart = NonNullable<Container["lifecycle"]>["postStart"];

/** The outcome of a hook, and the requests that it made. */
async function hooked(postStart: PostStart, reply: Reply = { ok: true, text: "" }) {
  const asked: FetchMessage[] = [];
  const failure = await runPostStart({
    container: { name: "c", ports: [{ name: "web", containerPort: 8080 }], lifecycle: { postStart } },
    program: { answer: async () => reply, exited: new Promise(() => undefined) } as unknown as RunningProgram,
    pod: "p_n(u)",
    address: "10.0.0.1",
    agent: "lifecycle/1.32",
    time: {} as ProgramTime,
    async fetch(request) {
      asked.push(request);
      if (request.url.endsWith("/gone")) throw new Error("no answer");
      return { status: 500, headers: {}, body: new Uint8Array() };
    },
  });
  return { failure, asked: asked.map(({ url, headers }) => ({ url, headers })) };
}

it("sends the HTTP request of the hook and accepts any response", async () => {
  const httpHeaders = [{ name: "X-A", value: "1" }];
  expect(await hooked({ httpGet: { port: "web", path: "/x", host: "", httpHeaders } })).toEqual({
    failure: undefined,
    asked: [
      {
        url: "http://10.0.0.1:8080/x",
        headers: { "user-agent": "lifecycle/1.32", accept: "*/*", "x-a": "1" },
      },
    ],
  });
});

it.each([
  [
    { httpGet: { port: 80, path: "/gone" } },
    { ok: true, text: "" },
    'HTTP lifecycle hook (/gone) for Container "c" in Pod "p_n(u)" failed - error: no answer',
  ],
  [
    { exec: { command: ["sh", "-c", "x"] } },
    { ok: false, text: "said", exitCode: 3 },
    `Exec lifecycle hook ([sh -c x]) for Container "c" in Pod "p_n(u)" failed - error: command 'sh -c x' exited with 3: , message: "said"`,
  ],
  [
    { exec: { command: ["none"] } },
    { ok: false, text: "rpc error: no such command", isUnknown: true },
    'Exec lifecycle hook ([none]) for Container "c" in Pod "p_n(u)" failed - error: rpc error: no such command, message: ""',
  ],
  [
    { tcpSocket: { port: 80 } },
    { ok: true, text: "" },
    "Cannot run handler: invalid handler: &LifecycleHandler{Exec:nil,HTTPGet:nil,TCPSocket:&TCPSocketAction{Port:{0 80 },Host:,},Sleep:nil,}",
  ],
  [
    { tcpSocket: { port: "web", host: "h" } },
    { ok: true, text: "" },
    "Cannot run handler: invalid handler: &LifecycleHandler{Exec:nil,HTTPGet:nil,TCPSocket:&TCPSocketAction{Port:{1 0 web},Host:h,},Sleep:nil,}",
  ],
])("reports why %j failed", async (postStart, reply, failure) => {
  expect((await hooked(postStart, reply)).failure).toBe(failure);
});

it("does not run the preStop hook without a grace period", async () => {
  const commands: unknown[] = [];
  const program = {
    answer: async (question: unknown) => {
      commands.push(question);
      return { ok: false, text: "" };
    },
    exited: new Promise(() => undefined),
  };
  const parts = {
    container: { name: "c", lifecycle: { preStop: { exec: { command: ["x"] } } } },
    program: program as unknown as RunningProgram,
    time: { sleep: () => new Promise(() => undefined) } as unknown as ProgramTime,
  } as unknown as HookParts;
  expect((await runPreStop(parts, 0)).ok).toBe(true);
  expect(commands).toEqual([]);
  expect((await runPreStop(parts, 1)).ok).toBe(false);
  expect(commands).toHaveLength(1);
});
