import type { ApiObject } from "../../../../shared/object.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import { isAbout, refusal } from "../requests.ts";

const addressesOf = (service: ApiObject | undefined): readonly string[] =>
  ((service?.["spec"] ?? {}) as { externalIPs?: readonly string[] }).externalIPs ?? [];

/** Prevents services from adding external IPs, with which a user could intercept the traffic of others. */
export const denyServiceExternalIPs = (): AdmissionPlugin => ({
  name: "DenyServiceExternalIPs",
  handles: (request) =>
    (request.operation === "CREATE" || request.operation === "UPDATE") && isAbout(request, "services"),
  validate(request) {
    const before = addressesOf(request.oldObject);
    if (addressesOf(request.object).every((address) => before.includes(address))) return;
    throw refusal(request, "Use of external IPs is denied by admission control");
  },
});
