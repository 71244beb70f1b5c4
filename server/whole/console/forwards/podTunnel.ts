import type { Socket } from "node:net";
import type { WebSocket } from "ws";

/**
 * One connection from this machine to one port of a pod: the bytes of a TCP connection over the two channels of a
 * WebSocket, data and error. The first message on each is the port.
 *
 * These channels (version 4 of the protocol) are supported by every server and every kubelet. SPDY inside of a
 * WebSocket was added in release 1.31 and would need a SPDY stack here. Its only advantage is that one direction can be
 * closed alone. Without it, a side that closes its direction still receives what arrives within {@link LINGER}.
 */
const DATA = 0;
const ERROR = 1;
const PORT_BYTES = 2;

/** Milliseconds without an answer after which a connection is closed once its sender has ended. */
const LINGER = 10_000;
/** Buffered bytes above which a sender waits. */
const BUFFER_MARK = 1024 * 1024;
/** Maximum number of characters of a failure message that are kept. */
const MAX_TROUBLE = 500;

/** Joins both until either ends. @param onTrouble called with the other side's message about a failure */
export function joinTunnel(local: Socket, remote: WebSocket, onTrouble: (message: string) => void): void {
  const greeted = new Set<number>();
  let linger: NodeJS.Timeout | undefined;
  let isOpen = false;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearTimeout(linger);
    remote.terminate();
    if (!local.destroyed) local.end(() => local.destroy());
  };
  const rest = (): void => {
    clearTimeout(linger);
    linger = setTimeout(end, LINGER);
    linger.unref();
  };
  // Nothing is read before the WebSocket is open.
  local.pause();
  local.on("error", end).on("close", end);
  local.on("data", (bytes: Buffer) => {
    remote.send(Buffer.concat([Buffer.of(DATA), bytes]), () => {
      if (remote.bufferedAmount < BUFFER_MARK) local.resume();
    });
    if (remote.bufferedAmount >= BUFFER_MARK) local.pause();
  });
  local.on("end", rest);
  local.on("drain", () => remote.resume());
  remote.on("open", () => {
    isOpen = true;
    local.resume();
  });
  remote.on("message", (data: Buffer) => {
    const channel = data[0] ?? 0;
    if (!greeted.has(channel) && data.length === PORT_BYTES + 1) {
      greeted.add(channel);
      return;
    }
    const bytes = data.subarray(1);
    if (channel === ERROR && bytes.length > 0) {
      onTrouble(bytes.toString("utf8").slice(0, MAX_TROUBLE));
      end();
    } else if (channel === DATA) {
      if (linger !== undefined) rest();
      if (!local.write(bytes)) remote.pause();
    }
  });
  remote.on("unexpected-response", (_request, answer) => {
    let text = "";
    answer.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(0, MAX_TROUBLE);
    });
    answer.on("end", () => onTrouble(statusMessageIn(text) || `HTTP ${answer.statusCode}`));
    answer.on("close", end);
  });
  remote.on("error", (error) => {
    if (!isOpen && !isOver) onTrouble(error.message.slice(0, MAX_TROUBLE));
    end();
  });
  remote.on("close", end);
}

/** The message of a Status; any other text unchanged. */
function statusMessageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : text;
  } catch {
    return text.trim();
  }
}
