import { type RequestLog, requestLog } from "../../api/requests/requestLog.ts";
import type { SocketLike } from "../../api/watch/watchSocket.ts";

export interface RawWatchHandlers {
  opened(): void;
  /** Called with each frame, unchanged. */
  frame(text: string): void;
  /** Called once when the socket closes; never after `close` of the result. */
  closed(): void;
}

/** Listens on a socket without decoding its frames. Closing the result stops all calls. */
export function attachRaw(
  socket: SocketLike,
  handlers: RawWatchHandlers,
  log: Pick<RequestLog, "watch"> = requestLog,
): { close(): void } {
  const ticket = log.watch(socket.url ?? "");
  socket.onopen = () => {
    ticket.opened();
    handlers.opened();
  };
  socket.onmessage = ({ data }) => {
    if (typeof data !== "string") return;
    ticket.event(data.length);
    handlers.frame(data);
  };
  const silence = (): void => {
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    ticket.closed();
  };
  socket.onclose = () => {
    silence();
    handlers.closed();
  };
  return {
    close: () => {
      silence();
      socket.close();
    },
  };
}
