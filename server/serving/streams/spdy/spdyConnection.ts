import type { Duplex } from "node:stream";
import { ownBytes } from "../../../ground/memory/ownBytes.ts";
import {
  type ControlFrame,
  controlFrame,
  type DataFrame,
  dataFrame,
  FLAG_FIN,
  FrameError,
  FrameReader,
  FrameType,
  isControl,
  ResetStatus,
  words,
} from "./frames.ts";
import { HeaderReader, HeaderWriter } from "./headerBlock.ts";
import { SpdyStream } from "./spdyStream.ts";

export interface SpdyOptions {
  /** Bytes that the client has sent ahead. */
  readonly head?: Uint8Array;
  /** Called for each stream that the client has opened: accept it with `reply`, or destroy it. */
  onStream(stream: SpdyStream): void;
}

/** Maximum number of open streams. */
const MAX_STREAMS = 1000;
/** Milliseconds for which frames of one connection are handled before yielding to the event loop. */
const MAX_TURN = 5;
/** Maximum bytes of control frames that the client may leave unread; beyond that, its frames are not handled. */
const MAX_UNREAD = 64 * 1024;

interface Open {
  readonly stream: SpdyStream;
  /** Whether the client may still send on the stream (`remote`), and whether this side may. */
  remote: boolean;
  local: boolean;
}

/**
 * The server's side of a SPDY/3.1 connection, as used by clients of remote commands and port forwarding, over any byte
 * stream. These clients ignore flow-control windows; only back-pressure of the connection itself slows a sender down.
 */
export class SpdyConnection {
  readonly closed: Promise<void>;
  readonly #transport: Duplex;
  readonly #options: SpdyOptions;
  readonly #frames = new FrameReader();
  readonly #reader = new HeaderReader();
  readonly #writer = new HeaderWriter();
  readonly #streams = new Map<number, Open>();
  #lastStream = 0;
  /** Bytes of control frames not sent yet. */
  #unread = 0;
  #onRead: () => void = () => undefined;
  /** Whether frames are still waiting to be handled; reading pauses then. */
  #isBehind = false;
  /** Streams whose reader has not taken all data. */
  readonly #full = new Set<number>();
  #work: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(transport: Duplex, options: SpdyOptions) {
    this.#transport = transport;
    this.#options = options;
    this.closed = new Promise((resolve) => transport.once("close", () => resolve()));
    transport.on("error", () => transport.destroy());
    transport.on("close", () => this.#end());
    transport.on("end", () => this.#finish());
    transport.on("data", (chunk: Buffer) => this.#take(chunk));
    if (options.head !== undefined && options.head.length > 0) this.#take(Buffer.from(options.head));
  }

  /** Tells the client that no streams will follow, and ends the connection once everything is sent. */
  close(): void {
    if (this.#isOver) return;
    this.#send(controlFrame(FrameType.GOAWAY, words(this.#lastStream, 0)));
    this.#finish();
  }

  #take(chunk: Buffer): void {
    this.#frames.push(chunk);
    this.#isBehind = true;
    this.#regulate();
    // Frames are handled one after the other, because headers must be inflated in order.
    this.#work = this.#work.then(() => this.#takeFrames()).catch((error: unknown) => this.#fail(error));
  }

  async #takeFrames(): Promise<void> {
    let began = performance.now();
    for (let frame = this.#frames.next(); frame !== undefined && !this.#isOver; frame = this.#frames.next()) {
      if (!isControl(frame)) this.#takeData(frame);
      else await this.#takeControl(frame);
      if (this.#unread > MAX_UNREAD) await new Promise<void>((resolve) => (this.#onRead = resolve));
      if (performance.now() - began < MAX_TURN) continue;
      await new Promise(setImmediate);
      began = performance.now();
    }
    this.#isBehind = false;
    this.#regulate();
  }

  #regulate(): void {
    if (this.#isBehind || this.#full.size > 0) this.#transport.pause();
    else this.#transport.resume();
  }

  async #takeControl({ type, flags, payload }: ControlFrame): Promise<void> {
    switch (type) {
      case FrameType.SYN_STREAM:
        return this.#begin(payload, flags);
      case FrameType.HEADERS:
        // Later headers are not used, but the decompression state must be updated.
        await this.#reader.read(payload.subarray(4));
        return;
      case FrameType.RST_STREAM:
        this.#forget(payload.readUInt32BE(0));
        return;
      case FrameType.PING:
        // The client's pings have odd numbers; even numbers would be answers to this server's pings.
        if (payload.readUInt32BE(0) % 2 === 1) this.#send(controlFrame(FrameType.PING, payload));
        return;
      case FrameType.GOAWAY:
        if (this.#streams.size === 0) this.#finish();
    }
  }

  async #begin(payload: Buffer, flags: number): Promise<void> {
    const id = payload.readUInt32BE(0) & 0x7fffffff;
    const headers = await this.#reader.read(payload.subarray(10));
    if (this.#isOver) return;
    if (id % 2 === 0 || id <= this.#lastStream) return this.#refuse(id, ResetStatus.PROTOCOL_ERROR);
    this.#lastStream = id;
    if (this.#streams.size >= MAX_STREAMS) return this.#refuse(id, ResetStatus.REFUSED_STREAM);
    const stream = new SpdyStream(id, headers, {
      reply: (more) => {
        if (this.#streams.has(id)) {
          this.#send(controlFrame(FrameType.SYN_REPLY, Buffer.concat([words(id), this.#writer.write(more)])));
        }
      },
      send: (bytes, isLast, done) => this.#sendData(id, bytes, isLast, done),
      reset: () => this.#drop(id),
      resume: () => this.#setFull(id, false),
    });
    this.#streams.set(id, { stream, remote: true, local: true });
    if ((flags & FLAG_FIN) !== 0) this.#endRemote(id);
    this.#options.onStream(stream);
  }

  #takeData({ stream: id, flags, payload }: DataFrame): void {
    const open = this.#streams.get(id);
    if (open === undefined || !open.remote) return;
    // A slow reader pauses the whole connection: there is no other way to slow the client down.
    if (payload.length > 0 && !open.stream.push(ownBytes(payload))) this.#setFull(id, true);
    if ((flags & FLAG_FIN) !== 0) this.#endRemote(id);
  }

  #setFull(id: number, isFull: boolean): void {
    if (isFull) this.#full.add(id);
    else if (!this.#full.delete(id)) return;
    this.#regulate();
  }

  #sendData(id: number, bytes: Buffer, isLast: boolean, done: (error?: Error | null) => void): void {
    const open = this.#streams.get(id);
    if (open === undefined || this.#isOver || !open.local) {
      done();
      return;
    }
    if (isLast) open.local = false;
    this.#forgetClosed(id);
    this.#transport.write(dataFrame(id, bytes, isLast ? FLAG_FIN : 0), (error) => done(error));
  }

  #endRemote(id: number): void {
    const open = this.#streams.get(id);
    if (open === undefined) return;
    open.remote = false;
    open.stream.push(null);
    // What still waits is the last data of this stream.
    this.#setFull(id, false);
    this.#forgetClosed(id);
  }

  #forgetClosed(id: number): void {
    const open = this.#streams.get(id);
    if (open !== undefined && !open.local && !open.remote) this.#streams.delete(id);
  }

  /** Handles a stream that the client has reset. */
  #forget(id: number): void {
    const open = this.#streams.get(id);
    this.#streams.delete(id);
    this.#setFull(id, false);
    open?.stream.destroy();
  }

  /** Resets a stream from this side. */
  #drop(id: number): void {
    if (this.#streams.delete(id)) this.#refuse(id, ResetStatus.CANCEL);
    this.#setFull(id, false);
  }

  #refuse(id: number, status: number): void {
    this.#send(controlFrame(FrameType.RST_STREAM, words(id, status)));
  }

  #send(frame: Buffer): void {
    if (this.#isOver || !this.#transport.writable) return;
    this.#unread += frame.length;
    this.#transport.write(frame, () => {
      this.#unread -= frame.length;
      if (this.#unread <= MAX_UNREAD) this.#onRead();
    });
  }

  /** Ends the connection after invalid data from the client. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    const isTheirs = error instanceof FrameError || error instanceof RangeError;
    this.#send(controlFrame(FrameType.GOAWAY, words(this.#lastStream, isTheirs ? 1 : 2)));
    this.#transport.destroy();
  }

  #finish(): void {
    this.#transport.end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reader.end();
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    for (const { stream } of streams) stream.destroy();
  }
}
