import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { decodedInSteps, narrow } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { validateClaimStatus } from "./claimStatusValidation.ts";
import { validateDeviceClaim } from "./deviceClaimValidation.ts";
import type { DeviceClaim, ResourceClaim, ResourceClaimTemplate } from "./types.ts";

const ADMIN_ACCESS = "DRAAdminAccess";
const DEVICE_STATUS = "DRAResourceClaimDeviceStatus";

function* claimOf(object: ApiObject): Steps<DeviceClaim> {
  return (yield* decodedInSteps<ResourceClaim>(object)).spec?.devices ?? {};
}
function* templateOf(object: ApiObject): Steps<DeviceClaim> {
  return (yield* decodedInSteps<ResourceClaimTemplate>(object)).spec?.spec?.devices ?? {};
}

/** The requests themselves, which may be changed. */
const requestsOf = (object: ApiObject): Changeable[] =>
  (narrow<ResourceClaim>(object).spec?.devices?.requests ?? []) as Changeable[];
const templateRequestsOf = (object: ApiObject): Changeable[] =>
  (narrow<ResourceClaimTemplate>(object).spec?.spec?.devices?.requests ?? []) as Changeable[];

interface Changeable {
  adminAccess?: boolean | null;
}

const asksForAdminAccess = (requests: readonly Changeable[]): boolean =>
  requests.some(({ adminAccess }) => adminAccess !== undefined && adminAccess !== null);

/** Takes away what a gate closes, unless the stored object has it already. */
function dropAdminAccess(
  context: WriteContext,
  object: ApiObject,
  old: ApiObject | undefined,
  read: (object: ApiObject) => Changeable[],
): void {
  if (context.features?.enabled(ADMIN_ACCESS) === true) return;
  if (old !== undefined && asksForAdminAccess(read(old))) return;
  for (const request of read(object)) delete request.adminAccess;
}

/** What is asked for is sound, and never changes: the whole spec. */
function* validateSpec(
  object: ApiObject,
  old: ApiObject | undefined,
  read: (object: ApiObject) => Steps<DeviceClaim>,
  path: string,
): Steps<FieldError[]> {
  const changes = old === undefined ? [] : validateImmutable(object["spec"], old["spec"], "spec");
  return [...changes, ...(yield* validateDeviceClaim(yield* read(object), path, old !== undefined))];
}

/** Rules of resource claims. */
export const resourceClaimStrategy = specStatusStrategy(
  {
    prepareForCreate: (context, object) => dropAdminAccess(context, object, undefined, requestsOf),
    prepareForUpdate: (context, object, old) => dropAdminAccess(context, object, old, requestsOf),
    validating: (_context, object, old) => validateSpec(object, old, claimOf, "spec.devices"),
  },
  { tracksGeneration: false },
);

/** Rules of their status. */
export const resourceClaimStatusStrategy = statusStrategy(resourceClaimStrategy, {
  metadata: "reset",
  resetFields: [["spec"]],
  prepare(context, object, old) {
    const status = object["status"] as Record<string, unknown> | undefined;
    const before = narrow<ResourceClaim>(old).status;
    if (status !== undefined && context.features?.enabled(DEVICE_STATUS) !== true && !before?.devices?.length) {
      delete status["devices"];
    }
    if (context.features?.enabled(ADMIN_ACCESS) === true || asksForAdminAccess(requestsOf(old))) return;
    const results = narrow<ResourceClaim>(object).status?.allocation?.devices?.results ?? [];
    for (const result of results as Changeable[]) result.adminAccess = null;
  },
  validating: (_context, object, old) => validateClaimStatus(object, old),
});

/** Rules of templates of claims. */
export const resourceClaimTemplateStrategy: Strategy = {
  prepareForCreate: (context, object) => dropAdminAccess(context, object, undefined, templateRequestsOf),
  prepareForUpdate: (context, object, old) => dropAdminAccess(context, object, old, templateRequestsOf),
  validating: (_context, object, old) => validateSpec(object, old, templateOf, "spec.spec.devices"),
};
