import type { Node } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cidr, parseCidr } from "../../../ground/formats/addresses/addresses.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import type { NodeRanges } from "./nodeRanges.ts";
import { RangeParts } from "./rangeParts.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };

const rangesOf = (object: ApiObject | undefined): Cidr[] =>
  ((object as Node | undefined)?.spec?.podCIDRs ?? []).flatMap((text) => parseCidr(text) ?? []);

/** Assigns pod CIDRs to nodes that have none. */
export function nodeAddressController(parts: InformedParts, { ranges, taken }: NodeRanges): RunningController {
  const { client, informers, recorder } = parts;
  const nodes = informers.of(NODES);
  const pools = ranges.map((range) => new RangeParts(range));
  for (const pool of pools) for (const range of taken) pool.hold(range);
  /** The known pod CIDRs of nodes, by node name. */
  const held = new Map<string, readonly Cidr[]>();

  function hold(name: string, now: readonly Cidr[]): void {
    for (const pool of pools) {
      for (const range of held.get(name) ?? []) pool.release(range);
      for (const range of now) pool.hold(range);
    }
    if (now.length > 0) held.set(name, now);
    else held.delete(name);
  }

  function* keys({ type, object }: ObjectChange): Generator<string> {
    const { name = "" } = object.metadata;
    const now = type === "deleted" ? [] : rangesOf(object);
    hold(name, now);
    if (type !== "deleted" && now.length === 0) yield `/${name}`;
  }

  return startController(parts, {
    // One key at a time, so that no two nodes get the same CIDR.
    concurrency: 1,
    sources: [{ informer: nodes, keys }],
    async reconcile(key) {
      const { name } = splitKey(key);
      const node = nodes.get("", name);
      if (node === undefined || rangesOf(node).length > 0) return undefined;
      const podCIDRs = pools.map((pool) => pool.free());
      if (podCIDRs.includes(undefined)) {
        recorder.record(node, "Normal", "CIDRNotAvailable", `Node ${name} status is now: CIDRNotAvailable`);
        throw new Error(`no addresses are left for node ${name}`);
      }
      await client.patch({ ...NODES, name }, { spec: { podCIDR: podCIDRs[0], podCIDRs } }, { type: "strategic" });
      // Make sure that the next node does not get the same CIDR.
      await informers.fresh();
      return undefined;
    },
  });
}
