import { expect, it } from "vitest";
import { ApiError } from "../../shared/status.ts";
import { settle } from "../testing/fakeClock.ts";
import { type ChannelSocket, CommandSession, readEnd, type SessionEnd } from "./commandSession.ts";
import { attachPath, execPath, splitCommand } from "./sessionPath.ts";

function scene(refusal?: ApiError, protocol = "v5.channel.k8s.io") {
  const sent: number[][] = [];
  const socket: ChannelSocket = {
    protocol,
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (bytes) => sent.push([...bytes]),
    close: () => undefined,
  };
  const ends: SessionEnd[] = [];
  let output = "";
  const session = new CommandSession(
    { open: () => socket, readRefusal: async () => refusal },
    {
      opened: () => undefined,
      output: (bytes) => (output += new TextDecoder().decode(bytes)),
      ended: (end) => ends.push(end),
    },
  );
  const hear = (channel: number, text: string): void =>
    socket.onmessage?.({ data: Uint8Array.of(channel, ...new TextEncoder().encode(text)).buffer });
  return {
    session,
    sent,
    ends,
    hear,
    open: () => socket.onopen?.({} as never),
    close: () => socket.onclose?.({ code: 1000 }),
    output: () => output,
  };
}

it("sends stdin, terminal size and end of input on their channels", () => {
  const { session, sent, open } = scene();
  session.type("lost, for nothing is open yet");
  open();
  session.type("ä");
  session.resize(80, 24);
  session.endInput();
  expect(sent).toEqual([
    [0, 0xc3, 0xa4],
    [4, ...new TextEncoder().encode('{"Width":80,"Height":24}')],
    [255, 0],
  ]);
});

it("receives stdout, stderr and the result", () => {
  const { open, hear, close, output, ends } = scene();
  open();
  hear(1, "");
  hear(1, "out ");
  hear(2, "err");
  hear(3, JSON.stringify({ status: "Failure", details: { causes: [{ reason: "ExitCode", message: "3" }] } }));
  close();
  expect(output()).toBe("out err");
  expect(ends).toEqual([{ kind: "exited", code: 3 }]);
});

it("keeps the input open if the protocol cannot close it", () => {
  const { session, sent, open } = scene(undefined, "v4.channel.k8s.io");
  open();
  session.endInput();
  expect(sent).toEqual([]);
});

it.each([
  ['{"status":"Success"}', { kind: "exited", code: 0 }],
  ['{"status":"Failure","message":"no such file"}', { kind: "failed", message: "no such file" }],
  ["not json", { kind: "failed", message: "not json" }],
  ["null", { kind: "failed", message: "null" }],
])("parses %s", (text, end) => expect(readEnd(text)).toEqual(end));

it("reports an error with its reason, and a lost connection", async () => {
  const error = new ApiError(403, "Forbidden", "no");
  const refused = scene(error);
  refused.close();
  await settle();
  expect(refused.ends).toEqual([{ kind: "refused", error }]);
  const lost = scene();
  lost.open();
  lost.close();
  expect(lost.ends).toEqual([{ kind: "lost" }]);
});

it("does nothing once closed", async () => {
  const { session, open, hear, close, output, ends } = scene();
  open();
  session.close();
  hear(1, "late");
  close();
  await settle();
  expect([output(), ends]).toEqual(["", []]);
});

it("builds the path for any command", () => {
  const place = { namespace: "dev", pod: "web", container: "a" };
  expect(execPath(place, ["sh", "-c", "a&b"])).toBe(
    "/api/v1/namespaces/dev/pods/web/exec?container=a&stdin=true&stdout=true&tty=true&command=sh&command=-c&command=a%26b",
  );
  expect(attachPath(place, { tty: false, stdin: false })).toContain("stdout=true&stderr=true");
  expect(attachPath(place, { tty: true, stdin: true })).toContain("stdin=true&tty=true");
});

it("splits a command like a shell", () => {
  expect(splitCommand(`sh -c "echo \\"hi\\" 'x'" 'a b'  c`)).toEqual(["sh", "-c", `echo "hi" 'x'`, "a b", "c"]);
  expect(splitCommand(`create cronjob x --schedule='*/5 * * * *' a\\ b --name="it's"`)).toEqual([
    ...["create", "cronjob", "x", "--schedule=*/5 * * * *", "a b", "--name=it's"],
  ]);
  expect(splitCommand("say 'unended \\")).toEqual(["say", "'unended"]);
});
