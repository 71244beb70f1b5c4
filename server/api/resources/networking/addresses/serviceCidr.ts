/** Reads ServiceCIDR objects. */
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

/** Ranges that service addresses are allocated from: one, or one of each family. */
export interface ServiceCIDR extends ApiObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
  readonly status?: { readonly conditions?: readonly RangeCondition[] };
}

/** The ranges as written in the object. */
export const cidrsOf = (object: ApiObject): readonly string[] | undefined => decoded<ServiceCIDR>(object).spec?.cidrs;

/** The ranges that can be parsed. */
export const rangesOf = (object: ApiObject): Cidr[] => (cidrsOf(object) ?? []).flatMap((text) => parseCidr(text) ?? []);

/** The object's `Ready` condition. */
export const readiness = (object: ApiObject): RangeCondition | undefined =>
  decoded<ServiceCIDR>(object).status?.conditions?.find(({ type }) => type === "Ready");

/**
 * Whether addresses are allocated from the object's ranges. Without a condition this is true, because then no
 * controller manages the object.
 */
export const isServed = (object: ApiObject): boolean =>
  (readiness(object)?.status ?? "True") === "True" && object.metadata.deletionTimestamp === undefined;

/**
 * Whether a service may have this address of a range: neither the network address nor the broadcast address of IPv4.
 */
export function canAllocate({ family, base, size }: Cidr, address: Address): boolean {
  const end = base + size - (family === "IPv4" ? 1n : 0n);
  return address.family === family && address.value > base && address.value < end;
}
