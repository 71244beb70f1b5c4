import { write, writeSync } from "node:fs";

/** The two calls of the file system that a log needs; tests replace them. */
export interface LogFile {
  /** Appends bytes and calls back with the number of bytes written. */
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  /** The synchronous version, for the end of the process. @throws the operating system's error */
  writeSync(bytes: Buffer): number;
}

/** Writes log lines. If the destination fails, lines are lost, but the process continues. */
export interface LogWriter {
  /** Writes one line, which must include its line break. Never throws and never blocks. */
  write(line: string): void;
  /** Number of lines lost so far. */
  readonly dropped: number;
  /** Writes waiting lines synchronously, and drops those that cannot be written. For the end of the process. */
  flushSync(): void;
}

export interface LogWriterOptions {
  /** Maximum bytes that wait for a slow reader or disk; later lines are dropped. */
  readonly maxWaiting?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Lines that are written together, after the line about lost ones if there is one. */
interface Batch {
  readonly bytes: Buffer;
  readonly lines: number;
  /** Number of lost lines that the batch reports. */
  readonly reportedLoss: number;
  /** Bytes written so far. */
  written: number;
}

const MAX_WAITING = 4 * 1024 * 1024;
/** Maximum bytes per write call. */
const MAX_WRITE = 64 * 1024;
/** Milliseconds until the next attempt when the destination is only busy (a non-blocking pipe). */
const BUSY_DELAY = 100;
const NEWLINE = 10;

/**
 * Writes lines in the background, in order. Lines that cannot be written (the disk is full, the reader is gone, too
 * many are waiting) are dropped and counted. Before the next line that can be written, a line reports how many were
 * lost, and why.
 */
export function logWriter(file: LogFile, options: LogWriterOptions = {}): LogWriter {
  const { maxWaiting = MAX_WAITING, now = Date.now } = options;
  const queue: Buffer[] = [];
  let waiting = 0;
  /** The batch for which the destination was too busy, until the next attempt. */
  let held: { readonly batch: Batch; readonly timer: NodeJS.Timeout } | undefined;
  let isWriting = false;
  let dropped = 0;
  /** Number of lines lost since the last successful one, and the reason for the last loss. */
  let lost = 0;
  let reason = "";
  /** Whether the destination ends in the middle of a line. */
  let isTorn = false;

  const drop = (lines: number, message: string): void => {
    dropped += lines;
    lost += lines;
    reason = message;
  };
  /** The next bytes to write: the end of a torn line, the report of lost lines, then as many lines as fit. */
  const take = (): Batch => {
    const parts: Buffer[] = [];
    let size = 0;
    let next = queue[0];
    while (next !== undefined && (size === 0 || size + next.length <= MAX_WRITE)) {
      parts.push(next);
      size += next.length;
      queue.shift();
      next = queue[0];
    }
    waiting -= size;
    const lines = parts.length;
    if (lost > 0) parts.unshift(Buffer.from(`${isTorn ? "\n" : ""}${lossLine(lost, reason, now())}`));
    return { bytes: Buffer.concat(parts), lines, reportedLoss: lost, written: 0 };
  };
  const note = ({ bytes, written }: Batch): void => {
    if (written > 0) isTorn = bytes[written - 1] !== NEWLINE;
  };
  const passed = (batch: Batch): void => {
    note(batch);
    lost -= batch.reportedLoss;
  };
  const failed = (batch: Batch, error: NodeJS.ErrnoException): void => {
    note(batch);
    drop(Math.min(batch.lines, linesIn(batch.bytes.subarray(batch.written))), error.code ?? error.message);
  };

  const pump = (): void => {
    if (isWriting || queue.length === 0) return;
    isWriting = true;
    send(take());
  };
  const send = (batch: Batch): void =>
    file.write(batch.bytes.subarray(batch.written), (error, written) => {
      if (error !== null && isBusy(error)) {
        const timer = setTimeout(() => {
          held = undefined;
          send(batch);
        }, BUSY_DELAY);
        held = { batch, timer: timer.unref() };
        return;
      }
      if (error === null) {
        batch.written += written;
        if (batch.written < batch.bytes.length) return send(batch);
        passed(batch);
      } else failed(batch, error);
      isWriting = false;
      pump();
    });
  const sendSync = (batch: Batch): void => {
    try {
      while (batch.written < batch.bytes.length) batch.written += file.writeSync(batch.bytes.subarray(batch.written));
      passed(batch);
    } catch (error) {
      failed(batch, error as NodeJS.ErrnoException);
    }
  };

  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (waiting + bytes.length > maxWaiting) return drop(1, "too many lines waited");
      queue.push(bytes);
      waiting += bytes.length;
      pump();
    },
    get dropped() {
      return dropped;
    },
    flushSync() {
      if (held !== undefined) {
        clearTimeout(held.timer);
        sendSync(held.batch);
        held = undefined;
        isWriting = false;
      }
      while (queue.length > 0) sendSync(take());
    },
  };
}

/** A destination by its file descriptor: 2 is standard error. */
export const descriptorFile = (descriptor: number): LogFile => ({
  write: (bytes, done) => write(descriptor, bytes, done),
  writeSync: (bytes) => writeSync(descriptor, bytes),
});

let shared: LogWriter | undefined;

/** Standard error, shared by all servers of the process. Waiting lines are written when the process ends. */
export function standardErrorLog(): LogWriter {
  if (shared === undefined) {
    const opened = logWriter(descriptorFile(2));
    process.on("exit", () => opened.flushSync());
    shared = opened;
  }
  return shared;
}

const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === "EAGAIN" || code === "EBUSY";

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/** The report of lost lines, in the format of all other lines; a warning. */
const lossLine = (lines: number, reason: string, time: number): string =>
  `${JSON.stringify({ level: 40, time: new Date(time).toISOString(), dropped: lines, reason, msg: "log lines were dropped" })}\n`;
