import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BodyQueues } from "../../ground/request/bodyQueues.ts";
import { type HookServer, startHookServer } from "./testing/hookServer.ts";
import { createWebhookClient, type PostOptions, type WebhookClientOptions } from "./webhookClient.ts";
import { WebhookError } from "./webhookError.ts";

let hook: HookServer;
beforeAll(async () => {
  hook = await startHookServer();
});
afterAll(() => hook.stop());

/** Makes one call with a new client; returns errors instead of throwing them. */
async function call(parts: Partial<WebhookClientOptions> = {}, options: PostOptions = {}): Promise<unknown> {
  const client = createWebhookClient({ url: `${hook.url}/check`, ca: hook.ca, ...parts });
  try {
    return await client.post({ n: 1 }, options);
  } catch (error) {
    return error;
  } finally {
    client.close();
  }
}

async function failure(parts: Partial<WebhookClientOptions> = {}, options: PostOptions = {}): Promise<WebhookError> {
  const error = await call(parts, options);
  expect(error).toBeInstanceOf(WebhookError);
  return error as WebhookError;
}

describe("Webhook call", () => {
  it("sends JSON and returns the decoded body", async () => {
    hook.answer(({ body }) => ({ got: body }));
    expect(await call({ token: "secret", userAgent: "tester" })).toEqual({ got: { n: 1 } });
    expect(hook.received.at(-1)).toMatchObject({
      method: "POST",
      path: "/check",
      headers: { "content-type": "application/json", authorization: "Bearer secret", "user-agent": "tester" },
    });
  });

  it("requests the current token for each call", async () => {
    hook.answer(() => ({}));
    const tokens = ["one", "two"];
    const client = createWebhookClient({ url: hook.url, ca: hook.ca, freshToken: () => tokens.shift() ?? "" });
    for (const token of ["one", "two"]) {
      await client.post({});
      expect(hook.received.at(-1)?.headers["authorization"]).toBe(`Bearer ${token}`);
    }
    client.close();
  });

  it("keeps large integers exactly", async () => {
    hook.answer(() => ({ text: '{"n":9007199254740993}' }));
    expect(await call()).toEqual({ n: 9007199254740993n });
  });

  it("sends its timeout in whole seconds", async () => {
    hook.answer(() => ({}));
    await call({}, { timeout: 1500, announceTimeout: 500 });
    await call({}, { timeout: 1500, announceTimeout: true });
    expect(hook.received.slice(-2).map(({ path }) => path)).toEqual(["/check?timeout=1s", "/check?timeout=2s"]);
  });

  it("reuses its connection, and reconnects if the server closed it", async () => {
    hook.answer(() => ({}));
    const client = createWebhookClient({ url: hook.url, ca: hook.ca });
    const before = hook.connections();
    await client.post({});
    await client.post({});
    expect(hook.connections()).toBe(before + 1);
    hook.dropConnections();
    expect(await client.post({})).toEqual({});
    client.close();
  });

  it("completes even if the client is closed meanwhile", async () => {
    let release: (answer: object) => void = () => undefined;
    let arrived: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    hook.answer(() => {
      arrived();
      return new Promise<object>((resolve) => {
        release = resolve;
      });
    });
    const client = createWebhookClient({ url: hook.url, ca: hook.ca });
    const answer = client.post({});
    await waiting;
    client.close();
    release({ late: true });
    expect(await answer).toEqual({ late: true });
  });

  it("connects to the given address and verifies the original host name", async () => {
    hook.answer(() => ({}));
    const resolve = () => ({ host: "127.0.0.1", port: hook.port });
    expect(await call({ url: "https://localhost:443/x", resolve })).toEqual({});
    expect(hook.received.at(-1)?.headers["host"]).toBe("localhost:443");
    const { message } = await failure({ url: "https://hook.ns.svc:443/x", resolve });
    expect(message).toBe(
      'Post "https://hook.ns.svc:443/x": tls: failed to verify certificate: x509: certificate is valid for localhost, not hook.ns.svc',
    );
    const nowhere = await failure({
      url: "https://hook.ns.svc:443/x",
      resolve: () => {
        throw new Error('service "hook" not found');
      },
    });
    expect(nowhere).toMatchObject({ failure: "connection" });
    expect(nowhere.message).toBe('Post "https://hook.ns.svc:443/x": service "hook" not found');
  });

  it("does not follow redirects", async () => {
    hook.answer(() => ({ status: 307, text: "elsewhere" }));
    expect(await failure()).toMatchObject({ failure: "status", status: 307 });
  });
});

describe("Failed webhook call", () => {
  it("reports a server that switches to another protocol, and closes its connection", async () => {
    const closed: string[] = [];
    const switching = http.createServer(({ socket }) => {
      socket.on("close", () => closed.push("closed"));
      socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
    });
    await new Promise<void>((resolve) => switching.listen(0, "127.0.0.1", resolve));
    const { port } = switching.address() as AddressInfo;
    const error = await failure({ url: `http://127.0.0.1:${port}` });
    expect(error.message).toBe(`Post "http://127.0.0.1:${port}/": unexpected switch to the protocol "x"`);
    await expect.poll(() => closed).toEqual(["closed"]);
    switching.close();
  });

  it("reports a refused connection", async () => {
    const closed = http.createServer();
    await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const error = await failure({ url: `https://127.0.0.1:${port}` });
    expect(error.failure).toBe("connection");
    expect(error.message).toBe(
      `Post "https://127.0.0.1:${port}/": dial tcp 127.0.0.1:${port}: connect: connection refused`,
    );
  });

  it("reports an unknown CA, a name mismatch, and a server without TLS", async () => {
    const other = await startHookServer({ dnsNames: [], ipAddresses: ["127.0.0.2"] });
    const plain = http.createServer();
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const plainPort = (plain.address() as AddressInfo).port;
    const untrusted = await failure({ ca: other.ca });
    expect(untrusted.failure).toBe("tls");
    expect(untrusted.message).toContain(
      "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    );
    expect((await failure({ url: other.url, ca: other.ca })).message).toContain(
      "x509: certificate is valid for 127.0.0.2, not 127.0.0.1",
    );
    expect((await failure({ url: `https://127.0.0.1:${plainPort}` })).message).toContain(
      "http: server gave HTTP response to HTTPS client",
    );
    other.answer(() => ({ fine: true }));
    expect(await call({ url: other.url, ca: "", insecureSkipVerify: true })).toEqual({ fine: true });
    await other.stop();
    await new Promise((resolve) => plain.close(resolve));
  });

  it("reports an expired certificate", async () => {
    const old = await startHookServer({ notAfter: Date.now() - 1000 });
    const time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";
    expect((await failure({ url: old.url, ca: old.ca })).message).toMatch(
      new RegExp(`x509: certificate has expired or is not yet valid: current time ${time} is after ${time}$`),
    );
    await old.stop();
  });

  it("ends at its timeout and when aborted", async () => {
    hook.answer(() => "hang");
    const late = await failure({}, { timeout: 20, announceTimeout: true });
    expect(late.failure).toBe("timeout");
    expect(late.message).toBe(`Post "${hook.url}/check?timeout=1s": context deadline exceeded`);
    const given = await failure({}, { signal: AbortSignal.abort() });
    expect(given).toMatchObject({ failure: "canceled" });
  });

  it.each([
    [404, "text/plain", "x", "the server could not find the requested resource"],
    [500, "text/plain", "boom\n", 'an error on the server ("boom") has prevented the request from succeeding'],
    [406, "text/plain", "only YAML", "only YAML"],
    [406, "application/json", "{}", "the server was unable to respond with a content type that the client supports"],
    [415, "text/plain", "no JSON", "no JSON"],
    [
      500,
      "text/plain",
      "x".repeat(3000),
      `an error on the server ("${"x".repeat(2048)}") has prevented the request from succeeding`,
    ],
    [
      404,
      "application/json",
      '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"not here"}',
      "not here",
    ],
    [500, "", '{"status":"Failure","message":"out of order"}', "out of order"],
    [
      500,
      "application/json",
      '{"status":"Success"}',
      'an error on the server ("unknown") has prevented the request from succeeding',
    ],
    [502, "application/json", "{}", 'an error on the server ("unknown") has prevented the request from succeeding'],
    [418, "text/plain", "x", "the server responded with the status code 418 but did not return more information"],
  ])("reports status %i with its meaning", async (status, type, text, message) => {
    hook.answer(() => ({ status, type, text }));
    expect(await failure()).toMatchObject({ failure: "status", status, message });
  });

  it("is retried a limited number of times after Retry-After", async () => {
    const busy = (status: number) => ({ status, type: "text/plain", headers: { "retry-after": "0" }, text: "busy" });
    const answers: object[] = [busy(429), busy(503), { done: true }];
    hook.answer(() => answers.shift() ?? busy(500));
    expect(await call()).toEqual({ done: true });
    const before = hook.received.length;
    expect(await failure()).toMatchObject({ failure: "status", status: 500 });
    expect(hook.received.length - before).toBe(11);
    hook.answer(() => busy(404));
    expect(await failure()).toMatchObject({ failure: "status", status: 404 });
    expect(hook.received.length - before).toBe(12);
  });

  it.each([
    ["<html>", "couldn't get version/kind; json parse error: invalid character '<' looking for beginning of value"],
    ["", "0-length response with status code: 200 and content type: application/json"],
  ])("rejects the body %j", async (text, message) => {
    hook.answer(() => ({ text }));
    expect(await failure()).toMatchObject({ failure: "body", message });
  });

  it("queues large responses and reads small ones immediately", async () => {
    const queues = new BodyQueues(1024 * 1024);
    const endpoint = new URL(hook.url).host;
    const place = await queues.enter(endpoint, 1024 * 1024, new AbortController().signal);
    hook.answer(({ body }) => ({
      text: JSON.stringify(String(body["a"]).repeat(body["long"] === true ? 200_000 : 1)),
    }));
    const client = createWebhookClient({ url: hook.url, ca: hook.ca, queues });
    let isRead = false;
    const long = client.post({ a: "x", long: true }).then((answer) => {
      isRead = true;
      return answer;
    });
    expect(await client.post({ a: "y" })).toBe("y");
    await expect.poll(() => queues.size).toBe(1);
    expect(isRead).toBe(false);
    queues.leave(endpoint, place);
    expect(await long).toBe("x".repeat(200_000));
    expect(queues.size).toBe(0);
    client.close();
  });

  it("limits the size of a response", async () => {
    hook.answer(() => ({ text: JSON.stringify("x".repeat(2000)) }));
    expect(await failure({ maxResponseBytes: 1000 })).toMatchObject({ failure: "tooLarge" });
  });
});

describe("createWebhookClient", () => {
  it.each([
    [{ url: "nonsense" }, 'Unparsable URL: "nonsense"'],
    [{ url: "ftp://x" }, 'unsupported protocol scheme "ftp"'],
    [{ url: "https://x", ca: "x" }, "unable to load root certificates: unable to parse bytes as PEM block"],
    [{ url: "https://x", cert: "x", key: "y" }, "tls: failed to find any PEM data in certificate input"],
  ])("rejects %j", (options, message) => {
    expect(() => createWebhookClient(options)).toThrow(message);
  });
});
