/** When a range of services may go. */
import type { ApiObject } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { givesOut, rangesOf } from "../../../api/resources/networking/addresses/serviceCidr.ts";
import { parseAddress } from "../../../ground/formats/addresses/addresses.ts";
import { covers } from "../../../ground/formats/addresses/cidrRelations.ts";

const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? "";

/**
 * Whether no address would be left without a range: other ranges cover the object's, or each of the addresses lies in
 * another range, too.
 * @param object a range that is being deleted
 * @param all every range there is, those as well that are being deleted
 * @param isKept whether the API server keeps an address; others do not count
 */
export function* mayGo(
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
    if (address === undefined || !isKept(each) || !own.some((range) => givesOut(range, address))) continue;
    if (!others.some((other) => givesOut(other, address))) return false;
  }
  return true;
}
