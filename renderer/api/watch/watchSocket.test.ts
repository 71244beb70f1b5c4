import { describe, expect, it } from "vitest";
import { PEER_UNRESPONSIVE } from "../../../shared/socketClose.ts";
import type { WatchEvent } from "./listSource.ts";
import { attachSocket, decodeFrame, type SocketLike, watchUrl } from "./watchSocket.ts";

const decode = (object: unknown) => ({ items: [object], resourceVersion: "5" });

describe("decodeFrame", () => {
  it("decodes changes and bookmarks", () => {
    expect(decodeFrame('{"type":"ADDED","object":{"a":1}}', decode)).toEqual({
      type: "ADDED",
      items: [{ a: 1 }],
      resourceVersion: "5",
    });
    expect(decodeFrame('{"type":"BOOKMARK","object":{}}', decode)).toEqual({ type: "BOOKMARK", resourceVersion: "5" });
  });

  it("turns an ERROR frame into the Status it carries", () => {
    const event = decodeFrame(
      '{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"old"}}',
      decode,
    );
    expect(event).toMatchObject({ type: "ERROR", error: { code: 410, reason: "Expired", message: "old" } });
  });

  it("turns invalid frames into an error instead of throwing", () => {
    const broken = (): never => {
      throw new TypeError("no such member");
    };
    for (const text of ["{", "", "null", "7", '"ADDED"', '{"type":"NONSENSE","object":{}}', '{"type":"ADDED"}']) {
      expect(decodeFrame(text, decode), text).toMatchObject({ type: "ERROR", error: { reason: "InvalidFrame" } });
    }
    expect(decodeFrame('{"type":"ADDED","object":{}}', broken).type).toBe("ERROR");
    expect(decodeFrame(new ArrayBuffer(2), decode).type).toBe("ERROR");
  });
});

describe("attachSocket", () => {
  it("passes on events, and none once closed", () => {
    const socket: SocketLike = { onopen: null, onmessage: null, onclose: null, close: () => undefined };
    const seen: string[] = [];
    const handle = attachSocket(socket, decode, {
      opened: () => seen.push("opened"),
      event: (event: WatchEvent<unknown>) => seen.push(event.type),
      closed: (heard) => seen.push(heard ? "closed" : "silent"),
    });
    socket.onopen?.(undefined as never);
    socket.onmessage?.({ data: '{"type":"DELETED","object":{}}' });
    socket.onmessage?.({ data: new ArrayBuffer(2) });
    socket.onclose?.({ code: 1006 });
    socket.onclose?.({ code: PEER_UNRESPONSIVE });
    expect(seen).toEqual(["opened", "DELETED", "ERROR", "closed", "silent"]);
    handle.close();
    expect(socket.onmessage).toBeNull();
    expect(socket.onclose).toBeNull();
  });
});

describe("watchUrl", () => {
  it("speaks WebSocket on the same origin and carries the media type in the query", () => {
    const url = new URL(
      watchUrl("http://127.0.0.1:9", "a b", "/api/v1/pods?labelSelector=x", { accept: "m;v=1", resourceVersion: "3" }),
    );
    expect(url.protocol).toBe("ws:");
    expect(url.pathname).toBe("/clusters/a%20b/api/v1/pods");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      labelSelector: "x",
      watch: "true",
      allowWatchBookmarks: "true",
      accept: "m;v=1",
      resourceVersion: "3",
    });
  });
});
