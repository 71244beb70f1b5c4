import { describe, expect, it } from "vitest";
import { createRequestLog, type LoggedRequest } from "../../api/requests/requestLog.ts";
import { createRingBuffer } from "../../api/requests/ringBuffer.ts";
import type { SocketLike } from "../../api/watch/watchSocket.ts";
import { attachRaw } from "./rawWatch.ts";

function setup() {
  const log = createRequestLog(
    createRingBuffer<LoggedRequest>(5, (run) => run()),
    () => 0,
  );
  const seen: string[] = [];
  const socket: SocketLike = {
    url: "ws://h/clusters/a/api/v1/pods?watch=true",
    onopen: null,
    onmessage: null,
    onclose: null,
    close: () => seen.push("socket closed"),
  };
  const handlers = {
    opened: () => seen.push("open"),
    frame: (text: string) => seen.push(text),
    closed: () => seen.push("closed"),
  };
  return { log, seen, socket, watch: attachRaw(socket, handlers, log) };
}

describe("attachRaw", () => {
  it("passes frames on unchanged and counts them in the log", () => {
    const { log, seen, socket } = setup();
    socket.onopen?.(undefined as never);
    socket.onmessage?.({ data: "{ odd" });
    socket.onmessage?.({ data: new ArrayBuffer(1) });
    socket.onclose?.(undefined as never);
    expect(seen).toEqual(["open", "{ odd", "closed"]);
    expect(log.items()[0]).toMatchObject({ cluster: "a", status: 101, events: 1, duration: 0 });
  });

  it("does nothing once closed", () => {
    const { seen, socket, watch } = setup();
    watch.close();
    expect([seen, socket.onmessage, socket.onclose]).toEqual([["socket closed"], null, null]);
  });
});
