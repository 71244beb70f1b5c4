import type { PodSpec } from "kubernetes-types/core/v1";
import { expect, it } from "vitest";
import type { NodePod } from "../pods/podParts.ts";
import { resolverFile, resolverOf } from "./resolverConfig.ts";

const ZONES = "shop.svc.cluster.local svc.cluster.local cluster.local";
const configOf = (spec: Partial<PodSpec>) =>
  resolverOf({ metadata: { name: "p", namespace: "shop" }, spec: { containers: [], ...spec } } as NodePod, "10.0.0.10");

it.each<[Partial<PodSpec>, string]>([
  [{}, `nameserver 10.0.0.10\nsearch ${ZONES}\noptions ndots:5\n`],
  [{ dnsPolicy: "Default" }, ""],
  [{ hostNetwork: true }, ""],
  [
    { hostNetwork: true, dnsPolicy: "ClusterFirstWithHostNet" },
    `nameserver 10.0.0.10\nsearch ${ZONES}\noptions ndots:5\n`,
  ],
  [
    {
      dnsPolicy: "None",
      dnsConfig: { nameservers: ["192.0.2.1"], searches: ["a.example"], options: [{ name: "ndots", value: "2" }] },
    },
    "nameserver 192.0.2.1\nsearch a.example\noptions ndots:2\n",
  ],
  [
    { dnsConfig: { nameservers: ["10.0.0.10"], searches: ["cluster.local", "a.example"] } },
    `nameserver 10.0.0.10\nsearch ${ZONES} a.example\noptions ndots:5\n`,
  ],
])("%j produces %j", (spec, file) => {
  const config = configOf(spec);
  expect([resolverFile(config), config.problems]).toEqual([file, []]);
});

it("limits nameservers to 3 and search paths to 32 entries and 2048 characters, and reports omissions", () => {
  const nameservers = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];
  expect(configOf({ dnsConfig: { nameservers } }).problems).toEqual([
    "Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: 10.0.0.10 192.0.2.1 192.0.2.2",
  ]);
  const many = Array.from({ length: 32 }, (_, i) => `s${i}`);
  expect(configOf({ dnsConfig: { searches: many } }).problems).toEqual([
    `Search Line limits were exceeded, some search paths have been omitted, the applied search line is: ${ZONES} ${many.slice(0, 29).join(" ")}`,
  ]);
  const long = Array.from({ length: 20 }, (_, i) => `${"x".repeat(150)}${i}`);
  expect(configOf({ dnsPolicy: "None", dnsConfig: { nameservers, searches: long } }).searches).toEqual(
    long.slice(0, 13),
  );
});
