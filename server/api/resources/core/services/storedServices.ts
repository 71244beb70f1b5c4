import { isEmptyMap } from "../../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import { type Family, familyOf } from "../../../../ground/formats/addresses/addresses.ts";
import { asService } from "../views.ts";
import { withBoth } from "./serviceAddresses.ts";
import { isHeadless, needsClusterIP, normalizeClusterIPs } from "./serviceFields.ts";

/**
 * Completes a service that was stored before services could have two addresses: its only address, and the family of
 * that address.
 * @param families of the cluster's services, the default one first
 */
export function completeStoredService(object: ApiObject, families: readonly Family[]): ApiObject {
  const { spec } = asService(object);
  if (spec === undefined || !needsClusterIP(spec)) return object;
  normalizeClusterIPs(spec, undefined);
  if ((spec.ipFamilies ?? []).length > 0) return object;
  const own: Family[] = families.slice(0, 1);
  if (!isHeadless(spec)) {
    spec.ipFamilies = (spec.clusterIPs ?? []).map(familyOf);
    if (spec.ipFamilies.length > 0)
      spec.ipFamilyPolicy = spec.ipFamilies.length === 1 ? "SingleStack" : "RequireDualStack";
    return object;
  }
  // A headless service without a selector may have endpoints of any family.
  const namesOnly = isEmptyMap(spec.selector ?? {});
  spec.ipFamilies = namesOnly ? withBoth(own) : own;
  spec.ipFamilyPolicy = namesOnly ? "RequireDualStack" : "SingleStack";
  return object;
}
