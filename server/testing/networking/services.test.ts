import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { core, service } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ serviceClusterIpRange: "10.20.0.0/29", serviceNodePortRange: "31000-31002" });
});
afterAll(() => server.stop());

const services = core("default", "services");
const create = (name: string, spec?: Record<string, unknown>): Promise<TestAnswer> =>
  server.request("POST", services, { body: service(name, spec) });
const remove = (...names: string[]): Promise<unknown> =>
  Promise.all(names.map((name) => server.request("DELETE", `${services}/${name}`)));
const spec = (answer: TestAnswer) =>
  answer.body["spec"] as {
    clusterIP?: string;
    clusterIPs?: string[];
    ipFamilies?: string[];
    ports: { port: number; nodePort?: number }[];
  };

describe("cluster IPs", () => {
  it("are allocated from the range, kept on updates, and released on deletion", async () => {
    const made = await create("a");
    expect(made.status).toBe(201);
    const { clusterIP = "", clusterIPs, ipFamilies } = spec(made);
    expect(clusterIP).toMatch(/^10\.20\.0\.[2-6]$/);
    expect([clusterIPs, ipFamilies]).toEqual([[clusterIP], ["IPv4"]]);
    const updated = await server.request("PUT", `${services}/a`, { body: service("a", { ports: [{ port: 81 }] }) });
    expect(spec(updated).clusterIP).toBe(clusterIP);
    await remove("a");
    const again = await create("b", { clusterIP });
    expect(spec(again).clusterIP).toBe(clusterIP);
    await remove("b");
  });

  it("are refused when they are in use, outside the range or invalid", async () => {
    await create("holder", { clusterIP: "10.20.0.4" });
    const taken = await create("x", { clusterIP: "10.20.0.4" });
    expect([taken.status, taken.body.message]).toEqual([
      422,
      'Service "x" is invalid: spec.clusterIPs: Invalid value: []string{"10.20.0.4"}: failed to allocate IP 10.20.0.4: provided IP is already allocated',
    ]);
    const outside = await create("x", { clusterIP: "10.99.0.1" });
    expect(outside.status).toBe(422);
    expect(outside.body.message).toContain("the provided IP (10.99.0.1) is not in the valid range");
    expect((await create("x", { clusterIP: "nonsense" })).status).toBe(422);
    expect((await create("headless", { clusterIP: "None" })).body["spec"]).toMatchObject({ clusterIP: "None" });
    await remove("holder", "headless");
  });

  it("can be exhausted, and failed creations leak none", async () => {
    // Six usable addresses, the first of which belongs to the API's own service.
    const names = ["n1", "n2", "n3", "n4", "n5"];
    const made = await Promise.all(names.map((name) => create(name)));
    expect(made.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(made.map((answer) => spec(answer).clusterIP)).size).toBe(5);
    const full = await create("n6");
    expect(full.status).toBe(500);
    expect(full.body.message).toContain("range is full");
    await remove("n3");
    const invalid = await create("Bad_Name");
    expect(invalid.status).toBe(422);
    expect((await create("n6")).status).toBe(201);
    await remove(...names, "n6");
  });
});

describe("node ports", () => {
  it("are allocated from the range or chosen, and released on deletion", async () => {
    const chosen = await create("p1", { type: "NodePort", ports: [{ port: 80, nodePort: 31001 }] });
    expect(spec(chosen).ports[0]?.nodePort).toBe(31001);
    const given = await create("p2", { type: "NodePort" });
    expect([31000, 31002]).toContain(spec(given).ports[0]?.nodePort);
    const taken = await create("p3", { type: "NodePort", ports: [{ port: 80, nodePort: 31001 }] });
    expect([taken.status, taken.body.message]).toEqual([
      422,
      'Service "p3" is invalid: spec.ports[0].nodePort: Invalid value: 31001: provided port is already allocated',
    ]);
    const plain = await server.request("PUT", `${services}/p1`, { body: service("p1", { type: "ClusterIP" }) });
    expect(spec(plain).ports[0]?.nodePort).toBeUndefined();
    const reused = await create("p3", { type: "NodePort", ports: [{ port: 80, nodePort: 31001 }] });
    expect(reused.status).toBe(201);
    await remove("p1", "p2", "p3");
  });

  it("are released together with the address when the type becomes ExternalName", async () => {
    await create("e", { type: "NodePort", clusterIP: "10.20.0.5", ports: [{ port: 80, nodePort: 31000 }] });
    const external = await server.request("PUT", `${services}/e`, {
      body: { metadata: { name: "e" }, spec: { type: "ExternalName", externalName: "example.com" } },
    });
    expect(external.status).toBe(200);
    expect(spec(external).clusterIP).toBeUndefined();
    const heir = await create("h", {
      type: "NodePort",
      clusterIP: "10.20.0.5",
      ports: [{ port: 80, nodePort: 31000 }],
    });
    expect(heir.status).toBe(201);
    await remove("e", "h");
  });
});
