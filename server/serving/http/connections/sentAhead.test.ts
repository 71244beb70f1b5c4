import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { SentAhead } from "./sentAhead.ts";

/** @returns the texts that Node's parser gets when a connection receives the pieces */
function parsed(...pieces: readonly string[]): readonly string[] {
  const socket = new EventEmitter() as Socket;
  const found: string[] = [];
  socket.on("data", (chunk: Buffer) => found.push(chunk.toString()));
  new SentAhead(1000).follow(socket);
  for (const piece of pieces) socket.emit("data", Buffer.from(piece));
  return found;
}

describe("a method that the parser does not know", () => {
  it("is replaced", () => {
    expect(parsed("FOO /a HTTP/1.1\r\nho", "st: h\r\n\r\n").join("")).toBe("SEARCH /a HTTP/1.1\r\nhost: h\r\n\r\n");
    expect(parsed("GET /a HTTP/1.1\r\n\r\n")).toEqual(["GET /a HTTP/1.1\r\n\r\n"]);
  });

  it.each([[["F", "OO /a HTTP/1.1\r\n\r\n"]], [["FO", "O", " /a HTTP/1.1\r\nho", "st: h\r\n\r\n"]]])(
    "is replaced when it comes as %j",
    (pieces) => {
      expect(parsed(...pieces).join("")).toBe(pieces.join("").replace("FOO", "SEARCH"));
    },
  );

  it("is waited for only while the bytes may be a method", () => {
    expect(parsed("GE")).toEqual([]);
    expect(parsed("GE", "T /a HTTP/1.1\r\n\r\n")).toEqual(["GET /a HTTP/1.1\r\n\r\n"]);
    for (const start of ["G(", "\r\n", "GET ", "x".repeat(65)]) expect(parsed(start)).toEqual([start]);
  });

  it("is not looked for in the middle of a head", () => {
    const pieces = ["GET /a HTTP/1.1\r\nx: a", "FOO /b HTTP/1.1\r\n\r\n"];
    expect(parsed(...pieces)).toEqual(pieces);
  });

  it.each([["F(O"], ["F\u00e4"], [""], ["x".repeat(100)]])("is left to the parser when it is %j", (method) => {
    const head = `${method} /a HTTP/1.1\r\n\r\n`;
    expect(parsed(head)).toEqual([head]);
  });
});
