/** What ServiceCIDR objects say. */
import type { ApiObject } from "../../../../../shared/object.ts";
import { type Address, type Cidr, parseCidr } from "../../../../ground/formats/addresses/addresses.ts";
import { decoded } from "../../../registry/strategies/narrow.ts";

/** A condition of a range. */
export interface RangeCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Ranges that services get their addresses from: one, or one of each family. */
export interface ServiceCIDR extends ApiObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
  readonly status?: { readonly conditions?: readonly RangeCondition[] };
}

/** The ranges as they are written. */
export const cidrsOf = (object: ApiObject): readonly string[] | undefined => decoded<ServiceCIDR>(object).spec?.cidrs;

/** The ranges that can be read. */
export const rangesOf = (object: ApiObject): Cidr[] => (cidrsOf(object) ?? []).flatMap((text) => parseCidr(text) ?? []);

/** What the object says about whether addresses are given out of it. */
export const readiness = (object: ApiObject): RangeCondition | undefined =>
  decoded<ServiceCIDR>(object).status?.conditions?.find(({ type }) => type === "Ready");

/** Whether addresses are given out of it: also while nothing says so, because then no controller looks after it. */
export const isServed = (object: ApiObject): boolean =>
  (readiness(object)?.status ?? "True") === "True" && object.metadata.deletionTimestamp === undefined;

/** Whether a service can have the address out of a range: not that of the network, nor the broadcast address of IPv4. */
export function givesOut({ family, base, size }: Cidr, address: Address): boolean {
  const end = base + size - (family === "IPv4" ? 1n : 0n);
  return address.family === family && address.value > base && address.value < end;
}
