/** Decides when a service range may be removed. */
import type { ApiObject } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { canAllocate, rangesOf } from "../../../api/resources/networking/addresses/serviceCidr.ts";
import { parseAddress } from "../../../ground/formats/addresses/addresses.ts";
import { covers } from "../../../ground/formats/addresses/cidrRelations.ts";

const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? "";

/**
 * Whether removing a range leaves no address without a range: other ranges cover it completely, or each of its
 * addresses is in another range, too.
 * @param object a range that is being deleted
 * @param all every existing range, including those that are being deleted
 * @param isKept whether the API server manages an address; other addresses are ignored
 */
export function* mayBeDeleted(
  object: ApiObject,
  all: readonly ApiObject[],
  addresses: Iterable<ApiObject>,
  isKept: (address: ApiObject) => boolean,
): Steps<boolean> {
  const own = rangesOf(object);
  const others = all.filter((each) => nameOf(each) !== nameOf(object)).flatMap(rangesOf);
  const uncovered = own.filter((range) => !others.some((other) => covers(other, range)));
  if (uncovered.length === 0) return true;
  for (const each of addresses) {
    if (isTurnDue()) yield;
    const address = parseAddress(nameOf(each));
    if (address === undefined || !isKept(each) || !own.some((range) => canAllocate(range, address))) continue;
    if (!others.some((other) => canAllocate(other, address))) return false;
  }
  return true;
}
