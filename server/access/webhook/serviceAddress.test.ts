import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { memoryReader } from "../authorization/testing/memoryReader.ts";
import { serviceAddresses } from "./serviceAddress.ts";

const SERVICES = { group: "", resource: "services" };
const SLICES = { group: "discovery.k8s.io", resource: "endpointslices" };
const ENDPOINTS = { group: "", resource: "endpoints" };

const metadata = (name: string, labels: Record<string, string> = {}): ApiObject["metadata"] => ({
  name,
  namespace: "ns",
  labels,
});
const service = (spec: object): ApiObject => ({ metadata: metadata("hook"), spec });
const slice = (name: string, fields: object, of = "hook"): ApiObject => ({
  metadata: metadata(name, { "kubernetes.io/service-name": of }),
  ...fields,
});

function world(...objects: (readonly [typeof SERVICES, ApiObject])[]) {
  const reader = memoryReader();
  for (const [resource, object] of objects) reader.put(resource, object);
  const resolve = serviceAddresses(reader, createVocabulary());
  return (port = 443) => resolve("ns", "hook", port);
}

const plain = service({ type: "ClusterIP", ports: [{ name: "https", port: 443 }] });
const ports = [{ name: "https", port: 8443, protocol: "TCP" }];

describe("serviceAddresses", () => {
  it("rotates over the ready addresses of the service's slices", () => {
    const resolve = world(
      [SERVICES, plain],
      [SLICES, slice("a", { ports, endpoints: [{ addresses: ["10.0.0.1"] }, { addresses: ["10.0.0.2"] }] })],
      [SLICES, slice("b", { ports, endpoints: [{ addresses: ["10.0.0.3"], conditions: { ready: false } }] })],
      [SLICES, slice("c", { ports, endpoints: [{ addresses: ["10.0.0.4"] }] }, "other")],
    );
    const found = new Set([resolve(), resolve(), resolve(), resolve()].map(({ host, port }) => `${host}:${port}`));
    expect(found).toEqual(new Set(["10.0.0.1:8443", "10.0.0.2:8443"]));
  });

  it("falls back to Endpoints", () => {
    const endpoints = { metadata: metadata("hook"), subsets: [{ addresses: [{ ip: "10.0.0.9" }], ports }] };
    expect(world([SERVICES, plain], [ENDPOINTS, endpoints])()).toEqual({ host: "10.0.0.9", port: 8443 });
  });

  it("resolves external names", () => {
    const external = service({ type: "ExternalName", externalName: "hook.example.com" });
    expect(world([SERVICES, external])(8080)).toEqual({ host: "hook.example.com", port: 8080 });
  });

  it("reports what is missing", () => {
    expect(() => world()()).toThrow('service "hook" not found');
    expect(() => world([SERVICES, plain])(80)).toThrow('no service port 80 found for service "hook"');
    expect(() => world([SERVICES, plain])()).toThrow('no endpoints available for service "hook"');
  });
});
