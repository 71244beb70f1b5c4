import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { refuseUpgrade } from "./answers.ts";

describe("refuseUpgrade", () => {
  it("closes the socket after a response whose length is counted in bytes", () => {
    const socket = new PassThrough();
    refuseUpgrade(socket, 502, "Zürich cannot be reached");
    const text = (socket.read() as Buffer).toString();
    const [head, body = ""] = text.split("\r\n\r\n");
    expect(head?.split("\r\n")[0]).toBe("HTTP/1.1 502 Refused");
    expect(head).toContain("connection: close");
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
    expect(body).toBe("Zürich cannot be reached\n");
    expect(socket.writableEnded).toBe(true);
  });
});
