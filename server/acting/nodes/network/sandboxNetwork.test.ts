import type { Pod, Service } from "kubernetes-types/core/v1";
import type { EndpointSlice } from "kubernetes-types/discovery/v1";
import type { NetworkPolicy } from "kubernetes-types/networking/v1";
import { describe, expect, it } from "vitest";
import type { NodePod } from "../pods/podParts.ts";
import type { RunningProgram } from "../programs/program.ts";
import { localIdentity } from "../programs/testImage/localIdentity.ts";
import type { ClusterView } from "./clusterView.ts";
import { HttpConnections } from "./httpConnections.ts";
import { resolveName } from "./resolveName.ts";
import { SandboxNetwork } from "./sandboxNetwork.ts";

const pod = (name: string, ip: string) =>
  ({
    metadata: { name, namespace: "shop", uid: name },
    spec: { containers: [] },
    status: { phase: "Running", podIP: ip, podIPs: [{ ip }] },
  }) as unknown as Pod;
const pods = [pod("a", "10.244.0.2"), pod("b", "10.244.0.3")];
const service = (name: string, clusterIP: string, port = 80) =>
  ({
    metadata: { name, namespace: "shop" },
    spec: { clusterIP, clusterIPs: [clusterIP], ports: [{ port }] },
  }) as Service;
const alias = (name: string, externalName: string) =>
  ({ metadata: { name, namespace: "shop" }, spec: { type: "ExternalName", externalName } }) as Service;
const services = [
  ...[service("web", "10.96.0.5"), service("peers", "None"), service("empty", "10.96.0.6")],
  alias("other-web", "web.shop.svc.cluster.local"),
  alias("third-web", "Other-Web.shop.svc.cluster.local."),
  alias("outside", "web.shop"),
  alias("circle", "circle.shop.svc.cluster.local"),
];
const slice = {
  ports: [{ name: "", port: 8080 }],
  endpoints: pods.map(({ metadata, status }) => ({
    addresses: [status?.podIP],
    hostname: metadata?.name,
    conditions: { ready: true },
  })),
} as unknown as EndpointSlice;

let policies: NetworkPolicy[] = [];
const view: ClusterView = {
  service: (namespace, name) =>
    namespace === "shop" ? services.find(({ metadata }) => metadata?.name === name) : undefined,
  apiService: () => undefined,
  serviceAt: (address) => services.find(({ spec }) => spec?.clusterIP === address),
  serviceOnNodes: (port) => (port === 30080 ? services[0] : undefined),
  podsOnNode: () => [],
  serviceOfHealthPort: () => undefined,
  zoneOf: () => undefined,
  nodeAt: (address) => (address === "192.168.0.2" ? "node" : undefined),
  slices: (_namespace, name) => (name === "empty" ? [] : [slice]),
  policies: () => policies,
  namespaceLabels: () => ({ team: "shop" }),
  podsAt: (address) => pods.filter(({ status }) => status?.podIP === address),
};

const program = ({ metadata }: Pod): RunningProgram => ({
  exited: new Promise(() => undefined),
  signal: () => undefined,
  answer: async () => ({ ok: true, text: "" }),
  listens: (port) => port === 8080,
  handle: async ({ path }) => ({ status: 200, headers: {}, body: Buffer.from(`${metadata?.name} ${path}`) }),
});
const served: string[] = [];
const network = new SandboxNetwork({
  view,
  programs: (each) => [{ container: "c", program: program(each) }],
  answered: (each) => void served.push(each.metadata?.name ?? ""),
});
const from = pods[0] as unknown as NodePod;

const get = async (url: string): Promise<string> => {
  const request = { url, method: "GET", headers: {}, body: new Uint8Array() };
  return Buffer.from((await network.fetch(from, request, new AbortController().signal)).body).toString();
};

describe("Host names", () => {
  it.each([
    ["web", ["10.96.0.5"]],
    ["web.shop", ["10.96.0.5"]],
    ["web.shop.svc", ["10.96.0.5"]],
    ["WEB.shop.svc.cluster.local.", ["10.96.0.5"]],
    ["peers", ["10.244.0.2", "10.244.0.3"]],
    ["a.peers", ["10.244.0.2"]],
    ["b.peers.shop.svc.cluster.local", ["10.244.0.3"]],
    ["10-244-0-9.shop.pod.cluster.local", ["10.244.0.9"]],
    ["10.1.2.3", ["10.1.2.3"]],
    ["localhost", ["127.0.0.1"]],
    ["other-web", ["10.96.0.5"]],
    ["third-web.shop.svc.cluster.local", ["10.96.0.5"]],
    ["a.other-web", []],
    ["outside", []],
    ["circle", []],
    ["web.other", []],
    ["example.com", []],
  ])("%s resolve to %j", (host, addresses) => expect(resolveName(view, "shop", host)).toEqual(addresses));

  it("of another namespace require the namespace", () => expect(resolveName(view, "other", "web")).toEqual([]));
});

describe("Requests", () => {
  it("to a service are distributed over its pods in turn", async () => {
    const answers = [await get("http://web/x?y=1"), await get("http://web/x?y=1")];
    expect(answers.sort()).toEqual(["a /x?y=1", "b /x?y=1"]);
  });
  it("reach a pod by its IP, and the pod itself as localhost", async () => {
    expect(await get("http://10.244.0.3:8080/")).toBe("b /");
    served.length = 0;
    expect(await get("http://localhost:8080/")).toBe("a /");
    expect(served).toEqual(["a"]);
  });
  it.each([
    ["http://nobody/", "Could not resolve host: nobody"],
    ["http://empty/", "Failed to connect to empty port 80 after 0 ms: Couldn't connect to server"],
    ["http://web:81/", "Failed to connect to web port 81 after 0 ms: Couldn't connect to server"],
    ["http://10.244.0.3:1/", "Failed to connect to 10.244.0.3 port 1 after 0 ms: Couldn't connect to server"],
  ])("to %s fail", (url, words) => expect(get(url)).rejects.toThrow(words));
  it("are blocked by network policies, except to the pod itself", async () => {
    policies = [
      { metadata: { name: "closed", namespace: "shop" }, spec: { podSelector: {}, policyTypes: ["Ingress"] } },
    ];
    await expect(get("http://10.244.0.3:8080/")).rejects.toThrow("Connection timed out");
    expect(network.connect(from, "10.244.0.3", 8080)).toBe("Connection timed out");
    expect(await get("http://localhost:8080/")).toBe("a /");
    policies = [];
    expect(network.connect(from, "10.244.0.3", 8080)).toBe("");
  });
  it.each([
    ["GET /x HTTP/1.0\r\n\r\n", /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n[ab] \/x$/],
    ["hostName\n", /^HTTP\/1\.1 400 Bad Request\r\n/],
    ["", /^$/],
  ])("as raw bytes: %j", async (sent, expected) => {
    const answer = await network.exchange(from, "web", 80, Buffer.from(sent), new AbortController().signal);
    expect(Buffer.from(answer).toString()).toMatch(expected);
  });
  it("as raw bytes get nothing when no program listens", async () => {
    const bytes = Buffer.from("x");
    const { signal } = new AbortController();
    expect(await network.exchange(from, "web", 81, bytes, signal)).toHaveLength(0);
    expect(await network.exchange(from, "absent", 80, bytes, signal)).toHaveLength(0);
  });
  it("tell whether a port is open", () => {
    expect(network.connect(from, "web", 80)).toBe("");
    expect(network.connect(from, "web", 81)).toBe("Connection refused");
    expect(network.connect(from, "nobody", 80)).toBe("bad address");
  });
});

describe("Program", () => {
  const askOf = async (more: Partial<RunningProgram>, url: string, trust?: "anyone") => {
    const programs = (each: Pod) => [{ container: "c", program: { ...program(each), ...more } }];
    const own = new SandboxNetwork({ view, programs, answered: () => undefined });
    const request = { url, method: "GET", headers: {}, body: new Uint8Array(), ...(trust && { trust }) };
    return Buffer.from((await own.fetch(from, request, new AbortController().signal)).body).toString();
  };

  it("that resets its connections causes a reset error", () =>
    expect(askOf({ resets: () => true }, "http://web/")).rejects.toThrow("Recv failure: Connection reset by peer"));
  it("with a certificate of an unknown authority is reachable only without verification", async () => {
    const words = "SSL certificate problem: unable to get local issuer certificate";
    await expect(askOf({ tls: localIdentity }, "https://localhost:8080/x")).rejects.toThrow(words);
    expect(await askOf({ tls: localIdentity }, "https://localhost:8080/x", "anyone")).toBe("a /x");
  });
});

describe("API server", () => {
  const apiService = {
    ...service("kubernetes", "10.96.0.1", 443),
    metadata: { name: "kubernetes", namespace: "default", uid: "api" },
  } as Service;
  const door = (addresses: readonly string[]) => ({
    addresses: () => addresses,
    port: 6443,
    connect: (client: string) =>
      new HttpConnections().open(async ({ path }) => ({
        status: 200,
        headers: {},
        body: Buffer.from(`server ${client} ${path}`),
      })),
  });
  const ask = async (
    url: string,
    { known = ["192.0.2.1"], endpoints = [] as string[], isConnected = true },
  ): Promise<string> => {
    const published = {
      ports: [{ name: "", port: 6443 }],
      endpoints: endpoints.map((each) => ({ addresses: [each] })),
    };
    const around: ClusterView = {
      ...view,
      apiService: () => apiService,
      serviceAt: (address) => (address === "10.96.0.1" ? apiService : undefined),
      slices: () => (endpoints.length === 0 ? [] : [published as unknown as EndpointSlice]),
    };
    const server = door(known);
    const parts = {
      view: around,
      programs: () => [],
      answered: () => undefined,
      server,
      isConnected: () => isConnected,
    };
    const request = { url, method: "GET", headers: {}, body: new Uint8Array() };
    const answer = await new SandboxNetwork(parts).fetch(from, request, new AbortController().signal);
    return Buffer.from(answer.body).toString();
  };
  const own = "server 10.244.0.2 /x";
  const refused = "Couldn't connect to server";

  it.each([
    ["http://192.0.2.1:6443/x", {}],
    ["http://10.96.0.1:443/x", { endpoints: ["192.0.2.1"] }],
    // Another server of the same store: this server answers in its place.
    ["http://10.96.0.1:443/x", { known: ["192.0.2.1", "192.0.2.2"], endpoints: ["192.0.2.2"] }],
    // A loopback address is never published.
    ["http://10.96.0.1:443/x", { known: ["127.0.0.1"] }],
    ["http://127.0.0.1:6443/x", { known: ["127.0.0.1"] }],
  ])("responds at %s, %j", async (url, cluster) => expect(await ask(url, cluster)).toBe(own));

  it.each([
    ["http://192.0.2.1:6444/x", {}],
    ["http://192.0.2.2:6443/x", {}],
    ["http://127.0.0.1:6443/x", {}],
    ["http://10.96.0.1:443/x", {}],
    ["http://10.96.0.1:444/x", { known: ["127.0.0.1"] }],
    ["http://10.96.0.1:443/x", { endpoints: ["192.0.2.3"] }],
  ])("does not respond at %s, %j", (url, cluster) => expect(ask(url, cluster)).rejects.toThrow(refused));

  it("does not respond to a pod on a disconnected node", () =>
    expect(ask("http://192.0.2.1:6443/x", { isConnected: false })).rejects.toThrow("Connection timed out"));
});
