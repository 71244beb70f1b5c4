import fc from "fast-check";
import type { Node } from "kubernetes-types/core/v1";
import { afterEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cidr, parseCidr } from "../../../ground/formats/addresses/addresses.ts";
import { nextStep } from "../nodeTtl.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";
import { readNodeRanges } from "./nodeRanges.ts";
import { RangeParts } from "./rangeParts.ts";

const cidr = (text: string): Cidr => {
  const range = parseCidr(text);
  if (range === undefined) throw new Error(text);
  return range;
};

const FLAGS = {
  allocateNodeCidrs: true,
  clusterCidr: "10.244.0.0/16",
  nodeCidrMaskSize: 0,
  nodeCidrMaskSizeIpv4: 24,
  nodeCidrMaskSizeIpv6: 64,
  serviceClusterIpRange: "10.96.0.0/12",
};

describe("Node CIDR ranges", () => {
  it("are parsed from flags", () => {
    expect(readNodeRanges({ ...FLAGS, allocateNodeCidrs: false, clusterCidr: "" })).toBeUndefined();
    expect(readNodeRanges(FLAGS)?.ranges).toEqual([{ range: cidr("10.244.0.0/16"), prefix: 24 }]);
    const both = readNodeRanges({ ...FLAGS, clusterCidr: "10.244.0.0/16,fd00::/48" });
    expect(both?.ranges.map(({ prefix }) => prefix)).toEqual([24, 64]);
    expect(readNodeRanges({ ...FLAGS, nodeCidrMaskSize: 20 })?.ranges[0]?.prefix).toBe(20);
  });

  it.each([
    [{ clusterCidr: "" }, "must be a range"],
    [{ clusterCidr: "10.0.0.0/16,10.1.0.0/16" }, "one of each family"],
    [{ clusterCidr: "10.0.0.0/16,fd00::/48", nodeCidrMaskSize: 20 }, "two families"],
    [{ clusterCidr: "10.244.0.0/25" }, "does not divide"],
    [{ clusterCidr: "10.0.0.0/4" }, "too large"],
    [{ nodeCidrMaskSize: 64 }, "does not divide"],
  ])("reject %j", (flags, detail) => {
    expect(() => readNodeRanges({ ...FLAGS, ...flags })).toThrow(detail);
  });

  it("are allocated in order, and a released subnet is reused last", () => {
    const parts = new RangeParts({ range: cidr("10.0.0.0/22"), prefix: 24 });
    const take = (): string => {
      const part = parts.free() ?? "none";
      if (part !== "none") parts.hold(cidr(part));
      return part;
    };
    parts.hold(cidr("10.0.1.128/25"));
    expect([take(), take()]).toEqual(["10.0.0.0/24", "10.0.2.0/24"]);
    parts.release(cidr("10.0.0.0/24"));
    expect([take(), take(), take()]).toEqual(["10.0.3.0/24", "10.0.0.0/24", "none"]);
    parts.release(cidr("10.0.1.128/25"));
    expect(take()).toBe("10.0.1.0/24");
  });

  it("never allocate a subnet in use by a node", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 22, max: 32 })), { maxLength: 20 }),
        (held) => {
          const parts = new RangeParts({ range: cidr("10.0.8.0/21"), prefix: 24 });
          const ranges = held.map(([third, prefix]) => cidr(`10.0.${third}.0/${prefix}`));
          for (const range of ranges) parts.hold(range);
          const free = parts.free();
          if (free === undefined) return;
          const got = cidr(free);
          for (const { base, size } of ranges) {
            expect(base + size <= got.base || got.base + got.size <= base).toBe(true);
          }
        },
      ),
    );
  });
});

it("applies hysteresis to the node TTL steps", () => {
  expect(nextStep(0, 100)).toBe(0);
  expect(nextStep(0, 101)).toBe(1);
  expect(nextStep(1, 90)).toBe(1);
  expect(nextStep(1, 89)).toBe(0);
  expect(nextStep(0, 20_000)).toBe(5);
  expect(nextStep(5, 0)).toBe(0);
});

describe("Node addresses of a server", () => {
  let cluster: Cluster;
  afterEach(() => cluster.stop());

  it("assigns nodes pod CIDRs and a TTL, and reuses those of deleted nodes", async () => {
    const flags = { allocateNodeCidrs: true, clusterCidr: "10.9.0.0/23,fd00:9::/63" };
    cluster = await startCluster(["node-ipam-controller", "ttl-controller"], flags);
    const node = (name: string): Promise<Node & ApiObject> =>
      cluster.becomes(`v1/nodes/${name}`, ({ spec }: Node & ApiObject) => spec?.podCIDR !== undefined);
    const n1 = await node("n1");
    expect(n1.spec?.podCIDRs).toEqual(["10.9.0.0/24", "fd00:9::/64"]);
    const ttl = "node.alpha.kubernetes.io/ttl";
    await cluster.becomes("v1/nodes/n1", ({ metadata }) => metadata.annotations?.[ttl] === "0");
    await cluster.make({ apiVersion: "v1", kind: "Node", metadata: { name: "n2" } });
    expect((await node("n2")).spec?.podCIDRs).toEqual(["10.9.1.0/24", "fd00:9:0:1::/64"]);
    await cluster.make({ apiVersion: "v1", kind: "Node", metadata: { name: "n3" } });
    await cluster.become("v1/events", (events) =>
      events.some(({ message }) => message === "Node n3 status is now: CIDRNotAvailable"),
    );
    await cluster.remove("v1/nodes/n1");
    expect((await node("n3")).spec?.podCIDR).toBe("10.9.0.0/24");
  });
});
