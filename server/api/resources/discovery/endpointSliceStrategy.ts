import type { EndpointSlice } from "kubernetes-types/discovery/v1";
import { append } from "../../../../shared/append.ts";
import { deepEqual } from "../../../../shared/deepEqual.ts";
import { type FieldError, index, notSupported, required, tooMany } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { raiseGeneration, specChanged } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { validateEndpointPorts } from "./endpointPortValidation.ts";
import { validateEndpoint } from "./endpointValidation.ts";

const ADDRESS_TYPES = ["FQDN", "IPv4", "IPv6"];
const MAX_ENDPOINTS = 1000;

const sliceOf = (object: ApiObject): Partial<EndpointSlice> => decoded<EndpointSlice>(object);

function validate(object: ApiObject): FieldError[] {
  const { addressType = "", endpoints = [], ports = [] } = sliceOf(object);
  const errors: FieldError[] = [];
  if (addressType === "") errors.push(required("addressType"));
  else if (!ADDRESS_TYPES.includes(addressType)) errors.push(notSupported("addressType", addressType, ADDRESS_TYPES));
  if (endpoints.length > MAX_ENDPOINTS) errors.push(tooMany("endpoints", endpoints.length, MAX_ENDPOINTS));
  else {
    append(
      errors,
      endpoints.flatMap((endpoint, i) => validateEndpoint(endpoint, addressType, index("endpoints", i))),
    );
  }
  return [...errors, ...validateEndpointPorts(ports, "ports")];
}

/** Where an endpoint runs has fields of its own: its node's name and zone are not accepted as topology. */
function dropDeprecatedTopology(object: ApiObject): void {
  const { endpoints } = sliceOf(object);
  if (!endpoints?.some(({ deprecatedTopology }) => deprecatedTopology !== undefined)) return;
  object["endpoints"] = endpoints.map(({ deprecatedTopology: _, ...rest }) => rest);
}

/** The slice with null for its empty lists, which are stored as that. */
function settled(object: ApiObject): ApiObject {
  const listed = (name: "endpoints" | "ports"): unknown => (sliceOf(object)[name]?.length ? object[name] : null);
  return { ...object, endpoints: listed("endpoints"), ports: listed("ports") };
}

/** Rules of endpoint slices. Their labels say what they belong to, so that these count as content. */
export const endpointSliceStrategy: Strategy = {
  metadataOnUpdate: ["whole"],
  tracksGeneration: true,
  prepareForCreate: (_context, object) => dropDeprecatedTopology(object),
  prepareForUpdate(_context, object, old) {
    const labels = (o: ApiObject) => o.metadata.labels ?? {};
    if (specChanged(settled(object), settled(old)) || !deepEqual(labels(object), labels(old)))
      raiseGeneration(object, old);
    if (!deepEqual(settled(object)["endpoints"], settled(old)["endpoints"])) dropDeprecatedTopology(object);
  },
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) => [
    ...validate(object),
    ...validateImmutable(object["addressType"], old["addressType"], "addressType"),
  ],
  warningsOnCreate: (_context, object) =>
    sliceOf(object).addressType === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : [],
};
