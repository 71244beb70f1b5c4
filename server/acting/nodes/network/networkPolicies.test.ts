import type { Pod } from "kubernetes-types/core/v1";
import type { NetworkPolicy } from "kubernetes-types/networking/v1";
import { describe, expect, it } from "vitest";
import { isConnectionAllowed } from "./networkPolicies.ts";

const NAMESPACES: Readonly<Record<string, Record<string, string>>> = { shop: { team: "shop" }, bank: { team: "bank" } };
const pod = (name: string, namespace: string, ip: string): Pod => ({
  metadata: { name, namespace, uid: name, labels: { app: name } },
  spec: { containers: [{ name: "c", image: "i", ports: [{ name: "http", containerPort: 8080 }] }] },
  status: { podIP: ip },
});
const ledger = pod("ledger", "bank", "10.0.0.9");
const teller = pod("teller", "bank", "10.0.0.2");
const cart = pod("cart", "shop", "10.1.0.3");

const policy = (spec: object, namespace = "bank"): NetworkPolicy =>
  ({ metadata: { name: "p", namespace }, spec: { podSelector: {}, ...spec } }) as NetworkPolicy;
const allowed = (from: Pod, policies: NetworkPolicy[], port = 8080): boolean =>
  isConnectionAllowed(
    { from, to: ledger, port },
    {
      policies: (namespace) => policies.filter(({ metadata }) => metadata?.namespace === namespace),
      namespaceLabels: (namespace) => NAMESPACES[namespace] ?? {},
    },
  );
const both = (...policies: NetworkPolicy[]) => [allowed(teller, policies), allowed(cart, policies)];

describe("Ingress", () => {
  it("allows everything if no policy selects the pod, and nothing if one selects it without rules", () => {
    expect(both()).toEqual([true, true]);
    expect(both(policy({ podSelector: { matchLabels: { app: "other" } } }))).toEqual([true, true]);
    expect(both(policy({}))).toEqual([false, false]);
    expect(both(policy({ ingress: [{}] }))).toEqual([true, true]);
  });

  it.each([
    [{ podSelector: { matchLabels: { app: "teller" } } }, [true, false]],
    [{ podSelector: { matchLabels: { app: "cart" } } }, [false, false]],
    [{ namespaceSelector: { matchLabels: { team: "shop" } } }, [false, true]],
    [{ namespaceSelector: {} }, [true, true]],
    [
      { namespaceSelector: { matchLabels: { team: "shop" } }, podSelector: { matchLabels: { app: "no" } } },
      [false, false],
    ],
    [{ ipBlock: { cidr: "10.0.0.0/8" } }, [true, true]],
    [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }, [true, false]],
    [{ ipBlock: { cidr: "fd00::/8" } }, [false, false]],
  ])("applies peer %j", (peer, expected) => {
    expect(both(policy({ ingress: [{ from: [peer] }] }))).toEqual(expected);
  });

  it("is allowed if any of several policies allows it", () => {
    const open = policy({ ingress: [{ from: [{ podSelector: { matchLabels: { app: "teller" } } }] }] });
    expect(both(policy({}), open)).toEqual([true, false]);
  });

  it.each([
    [[{ port: 8080 }], true],
    [[{ port: 80 }], false],
    [[{ port: 8000, endPort: 9000 }], true],
    [[{ port: "http" }], true],
    [[{ port: "admin" }], false],
    [[{ port: 8080, protocol: "UDP" }], false],
    [[{}], true],
  ])("applies ports %j", (ports, expected) => {
    expect(allowed(teller, [policy({ ingress: [{ ports }] })])).toBe(expected);
  });
});

describe("Egress", () => {
  it("is checked against the policies of the client pod", () => {
    expect(allowed(cart, [policy({ policyTypes: ["Egress"] }, "shop")])).toBe(false);
    expect(allowed(cart, [policy({ policyTypes: ["Ingress"] }, "shop")])).toBe(true);
    const rules = { egress: [{ to: [{ namespaceSelector: { matchLabels: { team: "bank" } } }] }] };
    expect(allowed(cart, [policy({ ...rules, policyTypes: ["Egress"] }, "shop")])).toBe(true);
    expect(allowed(cart, [policy({ ...rules, policyTypes: ["Egress"] }, "shop"), policy({})])).toBe(false);
  });

  it("is implied by egress rules when policyTypes is omitted", () => {
    const toNobody = policy({ egress: [{ to: [{ podSelector: { matchLabels: { app: "none" } } }] }] }, "shop");
    expect(allowed(cart, [toNobody])).toBe(false);
  });
});

describe("Egress to an address that belongs to no pod", () => {
  const leaves = (egress: object[]): boolean =>
    isConnectionAllowed(
      { from: teller, to: "192.0.2.1", port: 6443 },
      { policies: () => [policy({ policyTypes: ["Egress", "Ingress"], egress })], namespaceLabels: () => ({}) },
    );
  it.each([
    [[], false],
    [[{}], true],
    [[{ to: [{ ipBlock: { cidr: "192.0.2.0/24" } }] }], true],
    [[{ to: [{ ipBlock: { cidr: "192.0.2.0/24", except: ["192.0.2.1/32"] } }] }], false],
    [[{ to: [{ podSelector: {} }] }, { to: [{ namespaceSelector: {} }] }], false],
    [[{ ports: [{ port: 6443 }] }], true],
    [[{ ports: [{ port: 443 }, { port: "http" }] }], false],
    [[{ ports: [{ port: 6443, protocol: "UDP" }] }], false],
  ])("is checked against IP blocks and ports: %j", (egress, expected) => expect(leaves(egress)).toBe(expected));
});

it.each([
  [{}, "UDP", false],
  [{ port: 8080 }, "UDP", false],
  [{ protocol: "UDP" }, "UDP", true],
  [{ port: 8080, protocol: "UDP" }, "UDP", true],
  [{ port: 8080, protocol: "UDP" }, "SCTP", false],
  [{ protocol: "SCTP" }, "SCTP", true],
] as const)("rule for port %j allows %s: %s", (port, protocol, expected) => {
  const view = { policies: () => [policy({ ingress: [{ ports: [port] }] })], namespaceLabels: () => ({}) };
  expect(isConnectionAllowed({ from: cart, to: ledger, port: 8080, protocol }, view)).toBe(expected);
});

it("an IP block applies to the address family of the connection in dual-stack pods", () => {
  const both = { ...cart, status: { podIP: "10.1.0.3", podIPs: [{ ip: "10.1.0.3" }, { ip: "fd00::3" }] } };
  const reaches = (cidr: string, family: "IPv4" | "IPv6"): boolean =>
    isConnectionAllowed(
      { from: both, to: ledger, port: 8080, family },
      { policies: () => [policy({ ingress: [{ from: [{ ipBlock: { cidr } }] }] })], namespaceLabels: () => ({}) },
    );
  expect([reaches("fd00::/8", "IPv6"), reaches("fd00::/8", "IPv4")]).toEqual([true, false]);
  expect([reaches("10.0.0.0/8", "IPv6"), reaches("10.0.0.0/8", "IPv4")]).toEqual([false, true]);
});
