import type { EndpointSlice } from "kubernetes-types/discovery/v1";
import { append } from "../../../../shared/collections/append.ts";
import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import { errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { type FieldError, notSupported, required, tooMany } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { type Features, isOn } from "../../registry/features.ts";
import { decodedInSteps, narrow } from "../../registry/strategies/narrow.ts";
import { raiseGeneration, specDiffers } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { endpointPortErrors } from "./endpointPortValidation.ts";
import { endpointErrors } from "./endpointValidation.ts";

const ADDRESS_TYPES = ["FQDN", "IPv4", "IPv6"];
const MAX_ENDPOINTS = 1000;

function* sliceErrors(object: ApiObject): Steps<FieldError[]> {
  const { addressType = "", endpoints = [], ports = [] } = yield* decodedInSteps<Partial<EndpointSlice>>(object);
  const errors: FieldError[] = [];
  if (addressType === "") errors.push(required("addressType"));
  else if (!ADDRESS_TYPES.includes(addressType)) errors.push(notSupported("addressType", addressType, ADDRESS_TYPES));
  if (endpoints.length > MAX_ENDPOINTS) errors.push(tooMany("endpoints", endpoints.length, MAX_ENDPOINTS));
  else {
    append(
      errors,
      yield* errorsWithin(endpoints, "endpoints", (endpoint, at) => endpointErrors(endpoint, addressType, at)),
    );
  }
  return [...errors, ...(yield* endpointPortErrors(ports, "ports"))];
}

/** Drops `deprecatedTopology`, because node name and zone have their own fields. */
function dropDeprecatedTopology(object: ApiObject): void {
  const given = narrow<Partial<EndpointSlice>>(object).endpoints ?? [];
  if (!given.some(({ deprecatedTopology }) => (deprecatedTopology ?? undefined) !== undefined)) return;
  object["endpoints"] = given.map(({ deprecatedTopology: _, ...rest }) => rest);
}

/** Drops hints while their feature is off, unless the stored slice has some. */
function dropHints(features: Features | undefined, object: ApiObject, old?: ApiObject): void {
  if (isOn(features, "TopologyAwareHints")) return;
  const hinted = (slice: ApiObject): boolean =>
    (narrow<Partial<EndpointSlice>>(slice).endpoints ?? []).some(({ hints }) => Boolean(hints));
  if (!hinted(object) || (old !== undefined && hinted(old))) return;
  object["endpoints"] = (narrow<Partial<EndpointSlice>>(object).endpoints ?? []).map(({ hints: _, ...rest }) => rest);
}

/** The slice with null in place of empty lists, which is how they are stored. */
function settled(object: ApiObject): ApiObject {
  const listed = (name: "endpoints" | "ports"): unknown =>
    narrow<Partial<EndpointSlice>>(object)[name]?.length ? object[name] : null;
  return { ...object, endpoints: listed("endpoints"), ports: listed("ports") };
}

/** Rules of endpoint slices. Labels associate a slice with its service, so they count as content for the generation. */
export const endpointSliceStrategy: Strategy = {
  metadataOnUpdate: ["whole"],
  tracksGeneration: true,
  prepareForCreate({ features }, object) {
    dropHints(features, object);
    dropDeprecatedTopology(object);
  },
  *prepareForUpdate(context, object, old) {
    dropHints(context.features, object, old);
    const labels = (o: ApiObject) => o.metadata.labels ?? {};
    const [now, before] = [settled(object), settled(old)];
    if ((yield* specDiffers(context, now, before)) || !(yield* equalInSteps(labels(object), labels(old)))) {
      raiseGeneration(object, old);
    }
    if (!(yield* equalInSteps(now["endpoints"], before["endpoints"]))) dropDeprecatedTopology(object);
  },
  *validating(_context, object, old) {
    const errors = yield* sliceErrors(object);
    if (old === undefined) return errors;
    return [...errors, ...validateImmutable(object["addressType"], old["addressType"], "addressType")];
  },
  warningsOnCreate: (_context, object) =>
    object["addressType"] === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : [],
};
