import { type Duplex, duplexPair } from "node:stream";
import { describe, expect, it } from "vitest";
import { controlFrame, dataFrame, FLAG_FIN, type Frame, FrameReader, FrameType, isControl, words } from "./frames.ts";
import { HeaderWriter } from "./headerBlock.ts";
import { SpdyConnection } from "./spdyConnection.ts";
import type { SpdyStream } from "./spdyStream.ts";

/** A client that writes frames, and records the frames that it receives. */
class Client {
  readonly carrier: Duplex;
  readonly frames: Frame[] = [];
  readonly #reader = new FrameReader();
  readonly #headers = new HeaderWriter();
  #tell: () => void = () => undefined;

  constructor(carrier: Duplex) {
    this.carrier = carrier;
    carrier.on("data", (chunk: Buffer) => {
      this.#reader.push(chunk);
      for (let frame = this.#reader.next(); frame !== undefined; frame = this.#reader.next()) this.frames.push(frame);
      this.#tell();
    });
    carrier.on("close", () => this.#tell());
    carrier.on("error", () => undefined);
  }

  begin(id: number, headers: Readonly<Record<string, string>>): Buffer {
    const block = this.#headers.write(new Map(Object.entries(headers)));
    return controlFrame(FrameType.SYN_STREAM, Buffer.concat([words(id, 0), Buffer.alloc(2), block]));
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => (this.#tell = resolve));
  }

  control(type: number): Frame[] {
    return this.frames.filter((frame) => isControl(frame) && frame.type === type);
  }

  data(id: number): string {
    return Buffer.concat(
      this.frames.flatMap((frame) => (!isControl(frame) && frame.stream === id ? [frame.payload] : [])),
    ).toString();
  }
}

function connect(onStream: (stream: SpdyStream) => void) {
  const [theirs, ours] = duplexPair();
  ours.on("close", () => theirs.destroy());
  theirs.on("close", () => ours.destroy());
  const connection = new SpdyConnection(ours, { onStream });
  return { client: new Client(theirs), connection };
}

const echo = (stream: SpdyStream): void => {
  stream.reply();
  stream.pipe(stream);
};

describe("SPDY connection", () => {
  it("accepts streams, and carries bytes both ways, however they are split", async () => {
    const { client } = connect(echo);
    const bytes = Buffer.concat([
      client.begin(1, { streamtype: "data", port: "80" }),
      client.begin(3, { streamtype: "error" }),
      dataFrame(1, Buffer.from("hello ")),
      dataFrame(3, Buffer.from("other"), FLAG_FIN),
      dataFrame(1, Buffer.from("world"), FLAG_FIN),
    ]);
    for (const byte of bytes) client.carrier.write(Buffer.of(byte));
    await client.until(() => client.data(1) === "hello world" && client.data(3) === "other");
    expect(client.control(FrameType.SYN_REPLY)).toHaveLength(2);
    await client.until(
      () => client.frames.filter((frame) => !isControl(frame) && frame.flags === FLAG_FIN).length === 2,
    );
  });

  it("passes on a long data frame as it arrives, and its end at its end", async () => {
    const { client } = connect(echo);
    const frame = dataFrame(1, Buffer.alloc(16 * 1024 * 1024 - 1, "x"), FLAG_FIN);
    const half = Math.floor(frame.length / 2);
    client.carrier.write(Buffer.concat([client.begin(1, {}), frame.subarray(0, half)]));
    const size = (): number =>
      client.frames.reduce((sum, each) => sum + (isControl(each) ? 0 : each.payload.length), 0);
    const isOver = (): boolean => client.frames.some((each) => !isControl(each) && each.flags === FLAG_FIN);
    await client.until(() => size() > half - 100);
    expect(isOver()).toBe(false);
    client.carrier.write(frame.subarray(half));
    await client.until(isOver);
    expect(size()).toBe(16 * 1024 * 1024 - 1);
  });

  it("passes the headers of a stream to its handler", async () => {
    const told = new Promise<ReadonlyMap<string, string>>((resolve) => {
      const { client } = connect(({ headers }) => resolve(headers));
      client.carrier.write(client.begin(1, { StreamType: "data", Port: "80" }));
    });
    expect(Object.fromEntries(await told)).toEqual({ streamtype: "data", port: "80" });
  });

  it("answers pings, and ignores unknown frames", async () => {
    const { client } = connect(echo);
    client.carrier.write(controlFrame(77, words(1, 2, 3)));
    client.carrier.write(controlFrame(FrameType.SETTINGS, words(0)));
    client.carrier.write(controlFrame(FrameType.PING, words(5)));
    await client.until(() => client.control(FrameType.PING).length === 1);
  });

  it("resets streams that are not accepted", async () => {
    const { client } = connect((stream) => void stream.destroy());
    client.carrier.write(client.begin(1, {}));
    await client.until(() => client.control(FrameType.RST_STREAM).length === 1);
    client.carrier.write(client.begin(2, {}));
    await client.until(() => client.control(FrameType.RST_STREAM).length === 2);
  });

  it("destroys its streams when it closes", async () => {
    const streams: SpdyStream[] = [];
    const { client, connection } = connect((stream) => void streams.push(stream));
    client.carrier.write(Buffer.concat([client.begin(1, {}), controlFrame(FrameType.PING, words(1))]));
    await client.until(() => client.control(FrameType.PING).length === 1);
    client.carrier.destroy();
    await connection.closed;
    expect(streams.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it.each([
    ["a frame that is too large", Buffer.from([0x80, 3, 0, 1, 0, 0xff, 0xff, 0xff])],
    ["a frame of another protocol version", Buffer.from([0x80, 2, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1])],
    ["an invalid header block", controlFrame(FrameType.SYN_STREAM, Buffer.alloc(20, 7))],
    ["a frame that is too short", controlFrame(FrameType.RST_STREAM, Buffer.alloc(1))],
  ])("is closed on %s", async (_what, bytes) => {
    const { client, connection } = connect(echo);
    client.carrier.write(bytes);
    await connection.closed;
    expect(client.carrier.destroyed).toBe(true);
  });

  it("refuses streams beyond its limit", async () => {
    const { client } = connect((stream) => stream.reply());
    const begins = Array.from({ length: 1001 }, (_, i) => client.begin(i * 2 + 1, {}));
    client.carrier.write(Buffer.concat(begins));
    await client.until(() => client.control(FrameType.RST_STREAM).length === 1);
    expect(client.control(FrameType.SYN_REPLY)).toHaveLength(1000);
  });

  it("applies backpressure to a client whose data is not consumed", async () => {
    const { client } = connect((stream) => stream.reply());
    client.carrier.write(client.begin(1, {}));
    let written = 0;
    const more = (): void => {
      written += 65_536;
      if (client.carrier.write(dataFrame(1, Buffer.alloc(65_536))) && written < 64 * 1024 * 1024) setImmediate(more);
    };
    more();
    for (let i = 0; i < 100; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBeLessThan(8 * 1024 * 1024);
  });

  it("holds up a client that fills one stream while another one is read", async () => {
    const unread: SpdyStream[] = [];
    const { client } = connect((stream) => {
      stream.reply();
      if (stream.headers.get("name") === "unread") unread.push(stream);
      else stream.resume();
    });
    client.carrier.write(Buffer.concat([client.begin(1, { name: "unread" }), client.begin(3, { name: "read" })]));
    await client.until(() => client.control(FrameType.SYN_REPLY).length === 2);
    const piece = Buffer.concat([dataFrame(1, Buffer.alloc(10_000)), dataFrame(3, Buffer.alloc(10))]);
    for (let i = 0; i < 300; i++) {
      if (client.carrier.writableLength < 1024 * 1024) client.carrier.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(unread[0]?.readableLength).toBeLessThan(200_000);
  });

  it("does not keep what was sent around bytes that wait for a reader", async () => {
    const streams: SpdyStream[] = [];
    const { client } = connect((stream) => {
      stream.reply();
      streams.push(stream);
    });
    client.carrier.write(client.begin(1, {}));
    client.carrier.write(Buffer.concat([dataFrame(1, Buffer.of(1)), dataFrame(99, Buffer.alloc(60_000))]));
    await expect.poll(() => streams[0]?.readableLength).toBe(1);
    const [bytes] = streams.map((stream) => stream.read() as Buffer);
    expect(bytes?.buffer.byteLength).toBe(1);
  });

  it("stops reading from a client that does not read replies, and resumes once it reads", async () => {
    const [theirs, ours] = duplexPair();
    new SpdyConnection(ours, { onStream: echo });
    const pings = Buffer.concat(Array.from({ length: 1000 }, () => controlFrame(FrameType.PING, words(1))));
    let sent = 0;
    while (theirs.write(pings) && sent < 1000) {
      sent++;
      await new Promise(setImmediate);
    }
    expect(sent).toBeLessThan(100);
    expect(ours.writableLength).toBeLessThan(200_000);
    let answered = 0;
    theirs.on("data", (chunk: Buffer) => (answered += chunk.length));
    await expect.poll(() => answered).toBe((sent + 1) * pings.length);
    theirs.destroy();
  });

  it("yields to other work between many small frames", async () => {
    const { client } = connect(echo);
    const pings = Buffer.concat(Array.from({ length: 50_000 }, () => controlFrame(FrameType.PING, words(1))));
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    client.carrier.write(pings);
    count();
    await client.until(() => client.frames.length === 50_000);
    isDone = true;
    expect(turns).toBeGreaterThan(5);
  });
});
