import { describe, expect, it } from "vitest";
import type { WatchEvent } from "./listWatch.ts";
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

  it("turns rubbish into an error instead of throwing", () => {
    expect(decodeFrame("{", decode).type).toBe("ERROR");
    expect(decodeFrame('{"type":"NONSENSE"}', decode).type).toBe("ERROR");
  });
});

describe("attachSocket", () => {
  it("hands on what happens, and nothing once closed", () => {
    const socket: SocketLike = { onopen: null, onmessage: null, onclose: null, close: () => undefined };
    const seen: string[] = [];
    const handle = attachSocket(socket, decode, {
      opened: () => seen.push("opened"),
      event: (event: WatchEvent<unknown>) => seen.push(event.type),
      closed: () => seen.push("closed"),
    });
    socket.onopen?.(undefined as never);
    socket.onmessage?.({ data: '{"type":"DELETED","object":{}}' });
    socket.onmessage?.({ data: new ArrayBuffer(2) });
    expect(seen).toEqual(["opened", "DELETED"]);
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
