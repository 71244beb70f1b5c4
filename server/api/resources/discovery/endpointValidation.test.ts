import type { EndpointPort } from "kubernetes-types/discovery/v1";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, finished } from "../../../../shared/steps.ts";
import { testContext, texts } from "../testing/objects.ts";
import { endpointPortErrors } from "./endpointPortValidation.ts";
import { endpointSliceStrategy } from "./endpointSliceStrategy.ts";
import { endpointErrors } from "./endpointValidation.ts";

const context = testContext();
const errors = (endpoint: object, type = "IPv4"): string[] => texts(atOnce(endpointErrors(endpoint, type, "e")));

describe("Endpoints", () => {
  it.each<[object, string, string[]]>([
    [{ addresses: ["10.0.0.1"] }, "IPv4", []],
    [{ addresses: ["fd00::1"] }, "IPv6", []],
    [{ addresses: ["db.example.com"] }, "FQDN", []],
    [{ addresses: ["anything"] }, "Other", []],
    [{}, "IPv4", ["e.addresses: Required value: must contain at least 1 address"]],
    [
      { addresses: ["x"] },
      "IPv4",
      [
        'e.addresses[0]: Invalid value: "x": must be a valid IPv4 address',
        'e.addresses[0]: Invalid value: "x": must be a valid IP address',
      ],
    ],
    [{ addresses: ["fd00::1"] }, "IPv4", ['e.addresses[0]: Invalid value: "fd00::1": must be a valid IPv4 address']],
    [
      { addresses: ["127.0.0.1"] },
      "IPv4",
      ['e.addresses[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ],
    [
      { addresses: ["local"] },
      "FQDN",
      ['e.addresses[0]: Invalid value: "local": should be a domain with at least two segments separated by dots'],
    ],
    [
      { addresses: ["a.b"], hints: { forZones: [{ name: "z" }, { name: "z" }] } },
      "FQDN",
      ['e.hints.forZones[1].name: Duplicate value: "z"'],
    ],
  ])("%j with address type %s", (endpoint, type, expected) => {
    expect(errors(endpoint, type)).toEqual(expected);
  });

  it("have valid names and limited counts", () => {
    expect(errors({ addresses: ["10.0.0.1"], nodeName: "N", hostname: "H" }).map((text) => text.split(":")[0])).toEqual(
      ["e.nodeName", "e.hostname"],
    );
    const zones = Array.from({ length: 9 }, (_, i) => ({ name: `z${i}` }));
    expect(errors({ addresses: ["10.0.0.1"], hints: { forZones: zones } })).toEqual([
      "e.hints.forZones: Too many: 9: must have at most 8 items",
    ]);
  });
});

describe("Ports", () => {
  const portErrors = (ports: readonly EndpointPort[], path: string) => atOnce(endpointPortErrors(ports, path));

  it("have unique names and a protocol", () => {
    expect(portErrors([{ name: "", protocol: "TCP", port: 70000 }], "ports")).toEqual([]);
    expect(texts(portErrors([{ name: "a", protocol: "TCP" }, { name: "a" }], "ports"))).toEqual([
      'ports[1].name: Duplicate value: "a"',
      "ports[1].protocol: Required value",
    ]);
    expect(texts(portErrors([{ protocol: "ICMP" }], "ports"))).toEqual([
      'ports[0].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
    ]);
  });
});

describe("EndpointSlice updates", () => {
  const slice = (more: object, labels: Record<string, string> = {}): ApiObject => ({
    metadata: { name: "s", generation: 3, labels },
    addressType: "IPv4",
    endpoints: [],
    ...more,
  });

  it("increment the generation for label changes", () => {
    const next = slice({}, { a: "b" });
    atOnce(finished(endpointSliceStrategy.prepareForUpdate?.(context, next, slice({}))));
    expect(next.metadata.generation).toBe(4);
    const same = slice({});
    atOnce(finished(endpointSliceStrategy.prepareForUpdate?.(context, same, slice({}))));
    expect(same.metadata.generation).toBe(3);
  });

  it("treat an empty list like an absent one", () => {
    const next = slice({ ports: [] });
    atOnce(finished(endpointSliceStrategy.prepareForUpdate?.(context, next, slice({ endpoints: null, ports: null }))));
    expect(next.metadata.generation).toBe(3);
    const more = slice({ ports: [{ port: 80 }] });
    atOnce(finished(endpointSliceStrategy.prepareForUpdate?.(context, more, slice({ ports: null }))));
    expect(more.metadata.generation).toBe(4);
  });

  it("warn about the FQDN address type", () => {
    expect(endpointSliceStrategy.warningsOnCreate?.(context, slice({ addressType: "FQDN" }))).toEqual([
      "spec.addressType: FQDN endpoints are deprecated",
    ]);
    expect(endpointSliceStrategy.warningsOnCreate?.(context, slice({}))).toEqual([]);
  });
});
