import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { ingressClassStrategy } from "./ingressClassStrategy.ts";
import { networkPolicyStrategy } from "./networkPolicyStrategy.ts";

const context = testContext();
const object = (spec: object): ApiObject => ({ metadata: { name: "p", namespace: "dev" }, spec });
const created = (spec: object): string[] => texts(strategyErrors(networkPolicyStrategy, context, object(spec)));
const port = (value: object): string[] => created({ podSelector: {}, ingress: [{ ports: [value] }] });
const peer = (value: object): string[] => created({ podSelector: {}, ingress: [{ from: [value] }] });
const at = "spec.ingress[0].ports[0]";

describe("Ports", () => {
  it.each<[object, string[]]>([
    [{ port: 80, endPort: 90 }, []],
    [{ port: "http" }, []],
    [{ protocol: "ICMP" }, [`${at}.protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"`]],
    [{ port: 0 }, [`${at}.port: Invalid value: 0: must be between 1 and 65535, inclusive`]],
    [{ port: 90, endPort: 80 }, [`${at}.endPort: Invalid value: 90: must be greater than or equal to \`port\``]],
    [{ port: 90, endPort: 70000 }, [`${at}.endPort: Invalid value: 70000: must be between 1 and 65535, inclusive`]],
    [{ endPort: 80 }, [`${at}.endPort: Invalid value: 80: may not be specified when \`port\` is not specified`]],
    [
      { port: "-", endPort: 80 },
      [
        `${at}.endPort: Invalid value: 80: may not be specified when \`port\` is non-numeric`,
        `${at}.port: Invalid value: "-": must contain at least one letter (a-z)`,
        `${at}.port: Invalid value: "-": must not begin or end with a hyphen`,
      ],
    ],
  ])("%j", (value, expected) => {
    expect(port(value)).toEqual(expected);
  });
});

it("reports errors of an updated policy twice", () => {
  const bad = object({ podSelector: {}, policyTypes: ["http"] });
  const error = 'spec.policyTypes[0]: Unsupported value: "http": supported values: "Ingress", "Egress"';
  const errors = strategyErrors(networkPolicyStrategy, context, bad, object({ podSelector: {} }));
  expect(texts(errors)).toEqual([error, error]);
});

describe("Peers", () => {
  const where = "spec.ingress[0].from[0]";

  it.each<[object, string[]]>([
    [{ podSelector: {}, namespaceSelector: {} }, []],
    [{}, [`${where}: Required value: must specify a peer`]],
    [{ ipBlock: {} }, [`${where}.ipBlock.cidr: Required value`]],
    [
      { ipBlock: { cidr: "10.0.0.0/8" }, podSelector: {} },
      [`${where}: Forbidden: may not specify both ipBlock and another peer`],
    ],
    [
      { ipBlock: { cidr: "10.0.0.0/8", except: ["x", "10.0.0.0/8", "10.1.0.0/16"] } },
      [
        `${where}.ipBlock.except[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
        `${where}.ipBlock.except[1]: Invalid value: "10.0.0.0/8": must be a strict subset of \`cidr\``,
      ],
    ],
  ])("%j", (value, expected) => {
    expect(peer(value)).toEqual(expected);
  });
});

describe("Policy types", () => {
  it("are Ingress and Egress", () => {
    expect(created({ podSelector: {}, policyTypes: ["Up"] })).toEqual([
      'spec.policyTypes[0]: Unsupported value: "Up": supported values: "Ingress", "Egress"',
    ]);
    expect(created({ podSelector: {}, policyTypes: ["Ingress", "Egress", "Up"] })).toEqual([
      'spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "Egress", "Up"}: may not specify more than two policyTypes',
    ]);
  });
});

it("an update tolerates existing invalid selectors if the policy's own podSelector is among them", () => {
  const old = object({ podSelector: { matchExpressions: [{ key: "a", operator: "In", values: ["no value"] }] } });
  expect(strategyErrors(networkPolicyStrategy, context, old, old)).toEqual([]);
  expect(strategyErrors(networkPolicyStrategy, context, old)).toHaveLength(1);
  const { podSelector } = old["spec"] as { podSelector: object };
  const ofPeer = object({ podSelector: {}, ingress: [{ from: [{ podSelector }] }] });
  expect(strategyErrors(networkPolicyStrategy, context, ofPeer, ofPeer)).toHaveLength(2);
});

describe("IngressClass", () => {
  const errors = (spec: object): string[] => texts(strategyErrors(ingressClassStrategy, context, object(spec)));
  const parameters = { kind: "Config", name: "c" };
  const controller = "example.com/ctl";

  it.each<[object, string[]]>([
    [{ controller, parameters: { ...parameters, scope: "Cluster" } }, []],
    [{}, ["spec.controller: Required value"]],
    [
      { controller: "ctl" },
      ['spec.controller: Invalid value: "ctl": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [{ controller, parameters }, ["spec.parameters.scope: Required value"]],
    [
      { controller, parameters: { ...parameters, scope: "Namespace" } },
      ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
    ],
    [
      { controller, parameters: { ...parameters, scope: "Cluster", namespace: "n" } },
      ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    ],
    [
      { controller, parameters: { ...parameters, scope: "World" } },
      ['spec.parameters.scope: Unsupported value: "World": supported values: "Cluster", "Namespace"'],
    ],
  ])("%j", (spec, expected) => {
    expect(errors(spec)).toEqual(expected);
  });

  it("has an immutable controller", () => {
    const changed = strategyErrors(
      ingressClassStrategy,
      context,
      object({ controller }),
      object({ controller: "a/b" }),
    );
    expect(texts(changed ?? [])).toEqual(['spec.controller: Invalid value: "example.com/ctl": field is immutable']);
  });
});
