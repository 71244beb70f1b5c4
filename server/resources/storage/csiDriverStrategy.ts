import type { CSIDriver } from "kubernetes-types/storage/v1";
import { duplicate, type FieldError, index, invalid, notSupported, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded } from "../strategies/narrow.ts";

import { validateDriverName } from "./driverName.ts";

const MODES = ["Ephemeral", "Persistent"];
const GROUP_POLICIES = ["File", "None", "ReadWriteOnceWithFSType"];
/** Members that must be given; defaulting gives them, so that a client has to write null to see these errors. */
const NEEDED = ["attachRequired", "podInfoOnMount", "storageCapacity"] as const;
const MIN_SECONDS = 600;

function validate(object: ApiObject): FieldError[] {
  const { spec } = decoded<CSIDriver>(object);
  const errors = validateDriverName(object.metadata.name ?? "", "metadata.name");
  for (const name of NEEDED) if (spec?.[name] === undefined) errors.push(required(`spec.${name}`));
  const policy = spec?.fsGroupPolicy;
  if (policy !== undefined && !GROUP_POLICIES.includes(policy)) {
    errors.push(notSupported("spec.fsGroupPolicy", policy, GROUP_POLICIES));
  }
  const audiences = new Set<string>();
  for (const [i, request] of (spec?.tokenRequests ?? []).entries()) {
    const at = index("spec.tokenRequests", i);
    if (audiences.has(request.audience)) errors.push(duplicate(`${at}.audience`, request.audience));
    audiences.add(request.audience);
    const seconds = request.expirationSeconds;
    if (seconds !== undefined && seconds < MIN_SECONDS) {
      errors.push(invalid(`${at}.expirationSeconds`, seconds, "may not specify a duration less than 10 minutes"));
    }
  }
  for (const mode of spec?.volumeLifecycleModes ?? []) {
    if (!MODES.includes(mode)) errors.push(notSupported("spec.volumeLifecycleModes", mode, MODES));
  }
  return errors;
}

/** How volumes attach is fixed: nodes act on what they saw first. */
function validateUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const now = decoded<CSIDriver>(object).spec;
  const before = decoded<CSIDriver>(old).spec;
  return [
    ...validate(object),
    ...validateImmutable(now?.attachRequired, before?.attachRequired, "spec.attachedRequired"),
    ...validateImmutable(now?.volumeLifecycleModes, before?.volumeLifecycleModes, "spec.volumeLifecycleModes"),
  ];
}

/** Rules of CSI drivers. */
export const csiDriverStrategy: Strategy = {
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) => validateUpdate(object, old),
};
