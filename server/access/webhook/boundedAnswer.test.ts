import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { boundedAnswer, plainAnswer, UnexpectedAnswer } from "./boundedAnswer.ts";

const INTERIM = "HTTP/1.1 102 Processing\r\n\r\n";
const OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
const SWITCH = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n";

let server: http.Server;
let answer = "";
let closed: Promise<unknown>;
beforeEach(async () => {
  server = http.createServer(({ socket }) => {
    closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => undefined);
    socket.write(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const send = (bounded: typeof plainAnswer): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = bounded(http.request({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" }));
    request.on("response", (response) => resolve(response.resume().statusCode ?? 0));
    request.on("error", reject).end();
  });

describe.each([
  ["a bounded answer", boundedAnswer],
  ["a plain answer", plainAnswer],
])("%s", (_name, bounded) => {
  it("may follow a few interim responses", async () => {
    answer = INTERIM.repeat(5) + OK;
    expect(await send(bounded)).toBe(200);
  });

  it("fails after too many of them, and the connection is closed", async () => {
    answer = INTERIM.repeat(6);
    await expect(send(bounded)).rejects.toEqual(new UnexpectedAnswer("too many 1xx informational responses"));
    await closed;
  });
});

it("fails when the other server switches to a protocol that was not asked for, and the connection is closed", async () => {
  answer = SWITCH;
  await expect(send(plainAnswer)).rejects.toEqual(new UnexpectedAnswer('unexpected switch to the protocol "x"'));
  await closed;
});
