import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testTls } from "../authentication/oidc/testing/testProvider.ts";
import { type FetchDocument, httpsDocuments } from "./fetchDocument.ts";

const SWITCH = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n";

let server: https.Server;
let url: string;
let fetch: FetchDocument;
beforeAll(async () => {
  const tls = await testTls();
  server = https.createServer(tls.options, (request, response) => {
    const path = request.url ?? "";
    const moved = /^\/moved\/(\d+)$/.exec(path)?.[1];
    if (moved !== undefined) {
      response.writeHead(302, { location: moved === "0" ? "/end" : `/moved/${Number(moved) - 1}` }).end();
    } else if (path === "/plain") response.writeHead(302, { location: "http://127.0.0.1/" }).end();
    else if (path === "/long") response.end(Buffer.alloc(3 * 1024 * 1024));
    else if (path === "/silent") response.write("a");
    else if (path === "/switch") request.socket.write(SWITCH);
    else response.writeHead(path === "/end" ? 200 : 404).end(`${request.method} ${path}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetch = httpsDocuments(tls.authority);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const signal = new AbortController().signal;

describe("Fetched document", () => {
  it("is returned with its status", async () => {
    expect(await fetch(`${url}/end`, signal)).toEqual({ status: 200, statusText: "OK", text: "GET /end" });
    expect(await fetch(`${url}/x`, signal)).toEqual({ status: 404, statusText: "Not Found", text: "GET /x" });
  });

  it("follows a limited number of redirects", async () => {
    expect((await fetch(`${url}/moved/3`, signal)).text).toBe("GET /end");
    await expect(fetch(`${url}/moved/20`, signal)).rejects.toThrow("stopped after 10 redirects");
  });

  it.each([
    ["/plain", /^Get "http:\/\/127.0.0.1\/": only https addresses are asked$/],
    ["/long", /the answer is longer than 2097152 bytes/],
    ["/switch", /unexpected switch to the protocol "x"$/],
  ])("fails for %s", async (path, message) => {
    await expect(fetch(url + path, signal)).rejects.toThrow(message);
  });

  it("has a timeout", async () => {
    const waiting = new AbortController();
    const asked = fetch(`${url}/silent`, waiting.signal);
    waiting.abort();
    await expect(asked).rejects.toThrow("context deadline exceeded");
  });

  it("fails for a server with an unknown CA", async () => {
    await expect(httpsDocuments()(`${url}/end`, signal)).rejects.toThrow(/^Get "https:.*x509: /);
  });
});
