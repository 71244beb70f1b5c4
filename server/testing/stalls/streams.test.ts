import { afterAll, beforeAll, expect, it } from "vitest";
import { type Cluster, startCluster } from "../../acting/controllers/testing/cluster.ts";
import { controlFrame, dataFrame, FrameType, words } from "../../serving/streams/spdy/frames.ts";
import { HeaderWriter } from "../../serving/streams/spdy/headerBlock.ts";
import { expectNoStall, type Limits } from "../longestStall.ts";
import { core } from "../objects.ts";
import { type RawScript, rawClient } from "./rawClient.ts";

const POD = core("default", "pods", "box");

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["root-ca-certificate-publisher-controller"], { simulatedNodes: 1 });
  const containers = [{ name: "box", image: "busybox", command: ["sleep", "3600"] }];
  const spec = { nodeName: "node-1", terminationGracePeriodSeconds: 0, containers };
  await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "box" }, spec });
  await cluster.becomes("v1/pods/box", (pod) => (pod["status"] as { phase?: string } | undefined)?.phase === "Running");
});
afterAll(() => cluster.stop());

/** The code with which a message in too many pieces ends a WebSocket: 1008. */
const TOO_MANY = "\x03\xf0";
const PONG = Buffer.from("are you there?");

/** A message of a WebSocket, masked with zeros. @param code 1 for text, 2 for bytes, 9 for a ping */
function message(code: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(content.length < 126 ? 2 : 10);
  head[0] = 0x80 | code;
  head[1] = 0x80 | (content.length < 126 ? content.length : 127);
  if (content.length >= 126) head.writeBigUInt64BE(BigInt(content.length), 2);
  return Buffer.concat([head, Buffer.alloc(4), content]);
}

const webSocket = (path: string, protocol: string, bytes: Uint8Array, more: object = {}) => ({
  head: [
    `GET ${path} HTTP/1.1`,
    "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13",
    `sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==${protocol === "" ? "" : `\r\nsec-websocket-protocol: ${protocol}`}`,
  ].join("\r\n"),
  bytes: Buffer.concat([bytes, message(9, PONG)]),
  until: PONG.toString("latin1"),
  afterAnswer: true,
  ...more,
});

/** The frames follow streams with these names, numbered 1, 3, 5 … */
function spdy(path: string, streams: readonly Record<string, string>[], frames: readonly Uint8Array[]) {
  const writer = new HeaderWriter();
  const begins = streams.map((headers, i) => {
    const block = writer.write(new Map(Object.entries(headers)));
    return controlFrame(FrameType.SYN_STREAM, Buffer.concat([words(2 * i + 1, 0), Buffer.alloc(2), block]));
  });
  const ping = controlFrame(FrameType.PING, words(77));
  return {
    head: `POST ${path} HTTP/1.1\r\nconnection: upgrade\r\nupgrade: SPDY/3.1\r\nx-stream-protocol-version: v4.channel.k8s.io`,
    bytes: Buffer.concat([...begins, ...frames, ping]),
    until: ping.toString("latin1"),
    afterAnswer: true,
  };
}
const repeated = (frame: Uint8Array, count: number): Buffer => Buffer.alloc(frame.length * count, frame);

const EXEC = `${POD}/exec?stdin=true&stdout=true&command=cat`;
const TTY = `${POD}/exec?stdin=true&stdout=true&tty=true&command=cat`;
const STREAMS = [{ streamtype: "error" }, { streamtype: "stdin" }, { streamtype: "stdout" }];
const TTY_STREAMS = [...STREAMS, { streamtype: "resize" }];
const CHANNELS = "v5.channel.k8s.io";
const MIB = 1024 * 1024;
/** Work that grows with what was sent shows below the usual limit. */
const LIMITS: Limits = { stall: 25 };

const SCRIPTS: readonly [string, () => RawScript, Limits?][] = [
  [
    "a message to a watch in a piece for each byte",
    () =>
      webSocket("/api/v1/configmaps?watch=true", "", message(2, Buffer.alloc(60_000)), {
        byteByByte: true,
        until: TOO_MANY,
      }),
  ],
  [
    "a size of a terminal that is a long list",
    () => webSocket(TTY, CHANNELS, message(2, Buffer.from(`\x04[${"1,".repeat(8_000_000 - 8)}1]`)), {}),
  ],
  [
    "sizes of a terminal that are empty lines",
    () => spdy(TTY, TTY_STREAMS, [dataFrame(7, Buffer.alloc(4 * MIB, "\n"))]),
  ],
  ["input in frames of one byte", () => spdy(EXEC, STREAMS, [repeated(dataFrame(3, Buffer.from("x")), 300_000)])],
  ["input in messages of one byte", () => webSocket(EXEC, CHANNELS, repeated(message(2, Buffer.from("\0x")), 100_000))],
];

/** @returns the beginning of what was received */
const send = (script: RawScript, limits?: Limits): Promise<string> =>
  expectNoStall(
    cluster.server,
    async () => {
      const client = rawClient(cluster.server, script);
      const received = await client.done;
      await client.end();
      return received;
    },
    limits,
  );

it.each(SCRIPTS)("%s keeps no other client waiting", { timeout: 100_000 }, async (_name, script, limits = LIMITS) => {
  expect(await send(script(), limits)).toMatch(/^HTTP\/1.1 101/);
});

it("a body in a chunk for each byte needs no more time and memory than others", { timeout: 100_000 }, async () => {
  const head = `POST ${core("default", "configmaps")} HTTP/1.1\r\ntransfer-encoding: chunked`;
  const bytes = Buffer.concat([repeated(Buffer.from("1\r\nx\r\n"), 2_000_000), Buffer.from("0\r\n\r\n")]);
  expect(await send({ head, bytes, until: "\r\n\r\n" })).toMatch(/^HTTP\/1.1 4/);
});
