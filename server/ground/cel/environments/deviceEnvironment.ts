/** The environment of expressions that select devices, with the maximum sizes that the API allows. */
import { createEnvironment, type Environment } from "../environment.ts";
import { semver } from "../library/semver.ts";
import { productType } from "../library/typeNames.ts";
import { type CelType, DYN, mapOf, objectOf, opaque, STRING } from "../types/celType.ts";

const MAX_DRIVER = 63;
const MAX_DOMAIN = 63;
const MAX_IDENTIFIER = 32;
const MAX_VALUE = 64;
/** Maximum number of attributes and of capacities of one device. */
const MAX_ENTRIES = 32;

const sized = (type: CelType, maxSize: number): CelType => ({ ...type, maxSize });

/** Values by identifier, within each domain. */
const byName = (value: CelType): CelType =>
  mapOf(sized(STRING, MAX_DOMAIN), mapOf(sized(STRING, MAX_IDENTIFIER), value, MAX_ENTRIES), MAX_ENTRIES);

const DEVICE = objectOf(productType("DRADevice"), {
  driver: sized(STRING, MAX_DRIVER),
  attributes: byName(sized(DYN, MAX_VALUE)),
  capacity: byName(opaque(productType("Quantity"))),
});

let made: Environment | undefined;

/** `device`: {driver, attributes, capacity}; versions are among the values. */
export function deviceEnvironment(): Environment {
  made ??= createEnvironment({ variables: { device: DEVICE }, functions: semver, bindings: true });
  return made;
}
