import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { ingressStatusStrategy, ingressStrategy } from "./ingressStrategy.ts";

const context = testContext();
const backend = { service: { name: "s", port: { number: 80 } } };
const ingress = (spec: object, annotations: Record<string, string> = {}): ApiObject => ({
  metadata: { name: "i", namespace: "dev", annotations },
  spec,
});
const created = (spec: object, annotations?: Record<string, string>): string[] =>
  texts(strategyErrors(ingressStrategy, context, ingress(spec, annotations)));
const path = (item: object): string[] => created({ rules: [{ http: { paths: [item] } }] });
const at = "spec.rules[0].http.paths[0]";

describe("Backends", () => {
  const errors = (value: object): string[] => created({ defaultBackend: value });

  it.each<[object, string[]]>([
    [backend, []],
    [{ resource: { apiGroup: "example.com", kind: "Bucket", name: "b" } }, []],
    [{}, ['spec.defaultBackend: Invalid value: "": resource or service backend is required']],
    [
      { ...backend, resource: { kind: "B", name: "b" } },
      ['spec.defaultBackend: Invalid value: "": cannot set both resource and service backends'],
    ],
    [
      { service: { port: { name: "http", number: 80 } } },
      [
        "spec.defaultBackend.service.name: Required value",
        'spec.defaultBackend: Invalid value: "": cannot set both port name & port number',
      ],
    ],
    [
      { service: { name: "s", port: { number: 70000 } } },
      ["spec.defaultBackend.service.port.number: Invalid value: 70000: must be between 1 and 65535, inclusive"],
    ],
    [
      { resource: {} },
      [
        "spec.defaultBackend.resource.kind: Required value: kind is required",
        "spec.defaultBackend.resource.name: Required value: name is required",
      ],
    ],
  ])("%j", (value, expected) => {
    expect(errors(value)).toEqual(expected);
  });
});

describe("Paths", () => {
  it("require a type before other checks", () => {
    expect(path({ path: "x", backend: {} })).toEqual([`${at}.pathType: Required value: pathType must be specified`]);
  });

  it.each<[object, string[]]>([
    [{ pathType: "ImplementationSpecific", backend }, []],
    [
      { pathType: "ImplementationSpecific", path: "x", backend },
      [`${at}.path: Invalid value: "x": must be an absolute path`],
    ],
    [{ pathType: "Exact", backend }, [`${at}.path: Invalid value: "": must be an absolute path`]],
    [
      { pathType: "Prefix", path: "/a//b/.", backend },
      [
        `${at}.path: Invalid value: "/a//b/.": must not contain '//'`,
        `${at}.path: Invalid value: "/a//b/.": cannot end with '/.'`,
      ],
    ],
    [
      { pathType: "Regex", path: "/", backend },
      [`${at}.pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"`],
    ],
  ])("%j", (item, expected) => {
    expect(path(item)).toEqual(expected);
  });

  it("are required if http is set", () => {
    expect(created({ rules: [{ http: {} }] })).toEqual(["spec.rules[0].http.paths: Required value"]);
  });
});

describe("Hosts", () => {
  const host = (value: string): string[] => created({ rules: [{ host: value }] });

  it("must be DNS names, not IP addresses", () => {
    expect(host("*.example.com")).toEqual([]);
    expect(host("10.0.0.1")).toEqual([
      'spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
    ]);
    expect(host("a.*.b")[0]).toMatch(/^spec\.rules\[0\]\.host: .*a wildcard DNS-1123 subdomain must start with/);
  });

  it("of TLS entries must be DNS names, and secret names must be valid", () => {
    const errors = created({ defaultBackend: backend, tls: [{ hosts: ["ok.example", "B"], secretName: "S" }] });
    expect(errors.map((text) => text.split(":")[0])).toEqual(["spec.tls[0].hosts[1]", "spec.tls[0].secretName"]);
  });
});

describe("Updates", () => {
  it("tolerate existing invalid secret names and wildcard rules", () => {
    const old = ingress({
      rules: [{ host: "*.example.com", http: { paths: [{ path: "x", pathType: "Exact", backend }] } }],
      tls: [{ secretName: "Bad Name" }],
    });
    expect(strategyErrors(ingressStrategy, context, old, old)).toEqual([]);
    const errors = strategyErrors(ingressStrategy, context, old, ingress({ defaultBackend: backend }));
    expect(texts(errors).map((text) => text.split(":")[0])).toEqual([`${at}.path`, "spec.tls[0].secretName"]);
  });

  it("of the status validate IP and host name", () => {
    const status = { loadBalancer: { ingress: [{ ip: "no", hostname: "10.0.0.1" }] } };
    const errors = strategyErrors(ingressStatusStrategy, context, { ...ingress({}), status }, ingress({}));
    expect(texts(errors).map((text) => text.split(":")[0])).toEqual([
      "status.loadBalancer.ingress[0].ip",
      "status.loadBalancer.ingress[0].hostname",
    ]);
  });
});

describe("Ingress class", () => {
  const name = "kubernetes.io/ingress.class";

  it("must match in annotation and field if both are set", () => {
    expect(created({ defaultBackend: backend, ingressClassName: "a" }, { [name]: "a" })).toEqual([]);
    expect(created({ defaultBackend: backend, ingressClassName: "a" }, { [name]: "b" })).toEqual([
      `annotations.${name}: Invalid value: "b": must match \`ingressClassName\` when both are specified`,
    ]);
  });

  it("in the annotation is deprecated with a warning", () => {
    expect(ingressStrategy.warningsOnCreate?.(context, ingress({}, { [name]: "a" }))).toEqual([
      `annotation "${name}" is deprecated, please use 'spec.ingressClassName' instead`,
    ]);
  });
});
