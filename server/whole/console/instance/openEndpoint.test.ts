import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClusterRegistry } from "../clusterRegistry.ts";
import { type ConsoleHost, startConsoleHost } from "../consoleHost.ts";
import { openConsoleClient } from "../testing/consoleClient.ts";
import { type FakeCluster, startFakeCluster } from "../testing/fakeCluster.ts";
import { rawRequest } from "../testing/rawRequest.ts";

let fake: FakeCluster;
let host: ConsoleHost;
beforeEach(async () => {
  fake = await startFakeCluster();
});
afterEach(async () => {
  await host.close();
  await fake.close();
});

const start = async (show?: (path?: string) => void): Promise<void> => {
  const clusters = createClusterRegistry([fake.cluster]);
  host = await startConsoleHost({ clusters, rendererDir: "/nowhere", ...(show === undefined ? {} : { show }) });
};

async function knock(body: object | string, headers: Record<string, string> = {}, method = "POST") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await rawRequest(host.url, "/open", {
    method,
    headers: {
      authorization: `Bearer ${host.token}`,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
      ...headers,
    },
    body: Buffer.from(text),
  });
  return { status: answer.status, body: JSON.parse(answer.body) as { url?: string; shown?: true; message?: string } };
}

describe("a console without a window", () => {
  beforeEach(() => start());

  test("returns an address that opens the view once", async () => {
    const { status, body } = await knock({ path: "/c/fake/core/v1/pods?ns=dev" });
    expect(status).toBe(200);
    const { origin, pathname, search } = new URL(body.url ?? "");
    expect(origin).toBe(host.url);
    const admitted = await rawRequest(host.url, pathname + search);
    expect(admitted.status).toBe(303);
    expect(admitted.headers.location).toBe("/c/fake/core/v1/pods?ns=dev");
    expect((await rawRequest(host.url, pathname + search)).status).toBe(401);
  });

  test("redirects a cross-site browser through a page, so that the strict cookie is sent", async () => {
    const { pathname, search } = new URL(host.addressOf({ path: "/c/fake" }));
    const admitted = await rawRequest(host.url, pathname + search, { headers: { "sec-fetch-site": "cross-site" } });
    expect(admitted.status).toBe(200);
    expect(admitted.headers["refresh"]).toBe("0; url=/c/fake");
    expect(String(admitted.headers["set-cookie"])).toContain("HttpOnly");
  });

  test.each(["//evil.example", "https://evil.example/", "/host/clusters", "/c/x/../y"])(
    "an address that was changed to redirect to %s opens the start page",
    async (to) => {
      const { search } = new URL(host.openUrl);
      const admitted = await rawRequest(host.url, `/${search}&to=${encodeURIComponent(to)}`);
      expect(admitted.headers.location).toBe("/");
    },
  );

  test("the page can fetch a handed-over text once", async () => {
    const { body } = await knock({ text: "kind: ConfigMap\n", cluster: "fake" });
    const to = new URL(new URL(body.url ?? "").searchParams.get("to") ?? "", host.url);
    expect(to.pathname).toBe("/c/fake/open");
    const client = await openConsoleClient(host);
    const path = `/host/handovers/${to.searchParams.get("from")}`;
    expect(await client.call("POST", path, {})).toEqual({ text: "kind: ConfigMap\n" });
    expect((await client.request("POST", path, {})).status).toBe(404);
  });

  test.each([
    ["a request without a token", { authorization: "" }, 401],
    ["a request with a wrong token", { authorization: "Bearer abc" }, 401],
    ["a cross-origin request", { origin: "https://evil.example" }, 401],
    ["a request to a foreign host name, as in DNS rebinding", { host: "evil.example" }, 401],
    ["a request that is not JSON", { "content-type": "text/plain" }, 415],
  ])("refuses %s", async (_title, headers, expected) => {
    expect((await knock({ path: "/" }, headers)).status).toBe(expected);
  });

  test("refuses requests from the console's own page", async () => {
    const client = await openConsoleClient(host);
    const headers = { authorization: `Bearer ${host.token}` };
    expect((await client.request("POST", "/open", { path: "/" }, headers)).status).toBe(401);
  });

  test("reports what is wrong", async () => {
    expect(await knock({ path: "/c/prod" })).toMatchObject({
      status: 404,
      body: { message: 'There is no cluster "prod"; Orrery knows fake.' },
    });
    expect((await knock({ path: "/host/clusters" })).status).toBe(400);
    expect((await knock({})).status).toBe(400);
    expect((await knock("{")).status).toBe(400);
    expect((await knock({ path: "/" }, {}, "PUT")).status).toBe(405);
  });
});

describe("a console with a window", () => {
  const show = vi.fn();
  beforeEach(() => {
    show.mockClear();
    return start(show);
  });

  test("shows the view in the window, or returns an address on request", async () => {
    expect((await knock({ path: "/c/fake" })).body).toEqual({ shown: true });
    expect(show).toHaveBeenCalledExactlyOnceWith("/c/fake");
    expect((await knock({ path: "/c/fake", print: true })).body.url).toContain("?secret=");
    expect(show).toHaveBeenCalledOnce();
  });

  test("lets the page bring its window to the front without navigating", async () => {
    const client = await openConsoleClient(host);
    expect(await client.call("POST", "/host/show", {})).toEqual({});
    expect(show).toHaveBeenCalledExactlyOnceWith();
  });
});
