import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;

const PODS = "/api/v1/namespaces/default/pods";
const SERVICES = "/api/v1/namespaces/default/services";
const create = async (path: string, body: object): Promise<void> => {
  const answer = await server.request("POST", path, { body });
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
};
const ask = async (path: string): Promise<[number, string | undefined]> => {
  const { status, body } = await server.request("GET", path);
  return [status, body?.message as string | undefined];
};
const pod = (name: string, containers: string[], nodeName?: string) => ({
  metadata: { name },
  spec: {
    ...(nodeName === undefined ? {} : { nodeName }),
    automountServiceAccountToken: false,
    containers: containers.map((each) => ({ name: each, image: "i" })),
  },
});

beforeAll(async () => {
  server = await startTestServer();
  await create("/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
  await create(PODS, pod("one", ["c"]));
  await create(PODS, pod("two", ["c", "d"]));
  await create(PODS, pod("placed", ["c"], "nowhere"));
  await create(SERVICES, { metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } });
});
afterAll(() => server.stop());

describe("connections to pods without a node", () => {
  it("return an empty log for a pod that was never scheduled", async () => {
    expect(await ask(`${PODS}/one/log`)).toEqual([204, undefined]);
    expect(await ask(`${PODS}/one/log?container=c`)).toEqual([204, undefined]);
  });

  it.each([
    ["one/log?container=x", 400, "container x is not valid for pod one"],
    ["two/log", 400, "a container name must be specified for pod two, choose one of: [c d]"],
    ["one/log?tailLines=x", 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    [
      "one/log?tailLines=-1",
      422,
      'PodLogOptions "one" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      "one/log?limitBytes=0",
      422,
      'PodLogOptions "one" is invalid: limitBytes: Invalid value: 0: must be greater than 0',
    ],
    [
      "one/log?sinceSeconds=1&sinceTime=2024-01-01T00:00:00Z",
      422,
      'PodLogOptions "one" is invalid: []: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
    ["placed/log", 404, 'nodes "nowhere" not found'],
    ["placed/exec?command=ls", 404, 'nodes "nowhere" not found'],
    ["one/exec?command=ls", 400, "pod one does not have a host assigned"],
    ["one/attach?container=x", 400, "container x is not valid for pod one"],
    ["one/portforward", 400, "pod one does not have a host assigned"],
    ["one/proxy/", 400, "address not allowed"],
    ["http:one:80/proxy/", 400, "address not allowed"],
    ["ftp:one:80/proxy/", 400, 'invalid pod request "ftp:one:80"'],
    ["none/proxy/", 404, 'pods "none" not found'],
  ])("%s is refused with %i", async (path, status, message) => {
    expect(await ask(`${PODS}/${path}`)).toEqual([status, message]);
  });

  it("find no endpoints behind a service", async () => {
    expect(await ask(`${SERVICES}/none/proxy/`)).toEqual([404, 'endpoints "none" not found']);
    expect(await ask(`${SERVICES}/web/proxy/`)).toEqual([404, 'endpoints "web" not found']);
    expect(await ask(`${SERVICES}/none:80/proxy/`)).toEqual([404, 'services "none" not found']);
    expect(await ask(`${SERVICES}/web:81/proxy/`)).toEqual([503, 'no service port 81 found for service "web"']);
    await create("/api/v1/namespaces/default/endpoints", { metadata: { name: "web" } });
    expect(await ask(`${SERVICES}/web:80/proxy/`)).toEqual([503, 'no endpoints available for service "web"']);
  });

  it("cannot reach a node without an address", async () => {
    expect(await ask("/api/v1/nodes/n1/proxy/")).toEqual([404, 'nodes "n1" not found']);
    expect(await ask("/api/v1/nodes/a:b:c:d/proxy/")).toEqual([400, 'invalid node request "a:b:c:d"']);
    await create("/api/v1/nodes", { metadata: { name: "n1" } });
    expect(await ask("/api/v1/nodes/n1/proxy/")).toEqual([500, "no preferred addresses found; known addresses: []"]);
  });
});

describe("non-resource paths", () => {
  it.each(["/livez/", "/readyz/ping/", "/metrics/", "/metrics/x", "/healthz/none"])("%s is not found", async (path) => {
    const { status, headers } = await server.request("GET", path);
    expect([status, headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
  });

  it("below /version are not found", async () => {
    expect(await ask("/version/x")).toEqual([404, "the server could not find the requested resource"]);
    expect(await ask("/version/")).toEqual([200, undefined]);
  });

  it("are listed at the root", async () => {
    const { body } = await server.request("GET", "/");
    expect(body["paths"]).toEqual(
      expect.arrayContaining(["/apis/", "/apis/apps", "/apis/apps/v1", "/healthz/etcd", "/livez/ping", "/metrics"]),
    );
    expect((await server.request("GET", "/index.html")).body).toEqual(body);
  });
});
