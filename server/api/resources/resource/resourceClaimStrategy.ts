import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { each, type Steps } from "../../../../shared/steps.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { type StructShape, shapedText } from "../../../ground/formats/wording/structShape.ts";
import { decodedInSteps, narrow } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { templateMetadataErrors } from "../validation/claimSpec.ts";
import { claimSpecShape, claimTemplateSpecShape } from "./claimShapes.ts";
import { idOf, validateClaimStatus } from "./claimStatusValidation.ts";
import { type StoredClaim, validateDeviceClaim } from "./deviceClaimValidation.ts";
import type { AllocatedDevice, DeviceClaim, ResourceClaim, ResourceClaimTemplate } from "./types.ts";

const ADMIN_ACCESS = "DRAAdminAccess";
const DEVICE_STATUS = "DRAResourceClaimDeviceStatus";

function* claimOf(object: ApiObject): Steps<DeviceClaim> {
  return (yield* decodedInSteps<ResourceClaim>(object)).spec?.devices ?? {};
}
function* templateOf(object: ApiObject): Steps<DeviceClaim> {
  return (yield* decodedInSteps<ResourceClaimTemplate>(object)).spec?.spec?.devices ?? {};
}

/** The actual request objects, which the caller may modify. */
const requestsOf = (object: ApiObject): Changeable[] =>
  (narrow<ResourceClaim>(object).spec?.devices?.requests ?? []) as Changeable[];
const templateRequestsOf = (object: ApiObject): Changeable[] =>
  (narrow<ResourceClaimTemplate>(object).spec?.spec?.devices?.requests ?? []) as Changeable[];

interface Changeable {
  adminAccess?: boolean | null;
}

const asksForAdminAccess = (requests: readonly Changeable[]): boolean =>
  requests.some(({ adminAccess }) => adminAccess !== undefined && adminAccess !== null);

/** Removes `adminAccess` while its gate is off, unless the stored object already has it. */
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

/** The whole spec is immutable. */
function* changeErrors(object: ApiObject, old: ApiObject | undefined, shape: StructShape): Steps<FieldError[]> {
  if (old === undefined || (yield* equalInSteps(object["spec"] ?? null, old["spec"] ?? null))) return [];
  return [invalidText("spec", yield* shapedText(shape, object["spec"]), "field is immutable")];
}

/** A claim whose spec was changed, which is an error, has its expressions compiled again. */
const storedRules = (old: ApiObject | undefined, changes: readonly FieldError[]): StoredClaim => ({
  sizes: old !== undefined,
  expressions: old !== undefined && changes.length === 0,
});

function* claimErrors(object: ApiObject, old: ApiObject | undefined): Steps<FieldError[]> {
  const changes = yield* changeErrors(object, old, claimSpecShape);
  const stored = storedRules(old, changes);
  return [...changes, ...(yield* validateDeviceClaim(yield* claimOf(object), "spec.devices", stored))];
}

function* templateErrors(object: ApiObject, old: ApiObject | undefined): Steps<FieldError[]> {
  const metadata = (yield* decodedInSteps<ResourceClaimTemplate>(object)).spec?.metadata ?? {};
  const changes = yield* changeErrors(object, old, claimTemplateSpecShape);
  const stored = storedRules(old, changes);
  return [
    ...changes,
    ...(yield* templateMetadataErrors(metadata, "spec.metadata")),
    ...(yield* validateDeviceClaim(yield* templateOf(object), "spec.spec.devices", stored)),
  ];
}

/** Drops status entries of devices that the claim no longer has. */
function* dropReturned(object: ApiObject, old: ApiObject): Steps<void> {
  const status = object["status"] as { devices?: readonly AllocatedDevice[] | null } | undefined;
  const held = narrow<ResourceClaim>(old).status?.allocation?.devices?.results ?? [];
  if (!status?.devices?.length || held.length === 0) return;
  const returned = new Set(yield* each(held, idOf));
  yield* each(narrow<ResourceClaim>(object).status?.allocation?.devices?.results ?? [], (result) => {
    returned.delete(idOf(result));
  });
  const kept = status.devices.filter((device) => !returned.has(idOf(device)));
  if (kept.length > 0) status.devices = kept;
  else delete status.devices;
}

/** Rules of resource claims. */
export const resourceClaimStrategy = specStatusStrategy(
  {
    returnsDeletedObject: true,
    prepareForCreate: (context, object) => dropAdminAccess(context, object, undefined, requestsOf),
    prepareForUpdate: (context, object, old) => dropAdminAccess(context, object, old, requestsOf),
    validating: (_context, object, old) => claimErrors(object, old),
  },
  { tracksGeneration: false },
);

/** Rules of the status of resource claims. */
export const resourceClaimStatusStrategy = statusStrategy(resourceClaimStrategy, {
  metadata: "reset",
  resetFields: [["spec"]],
  *prepare(context, object, old) {
    const status = object["status"] as Record<string, unknown> | undefined;
    const before = narrow<ResourceClaim>(old).status;
    if (status !== undefined && context.features?.enabled(DEVICE_STATUS) !== true && !before?.devices?.length) {
      delete status["devices"];
    }
    yield* dropReturned(object, old);
    if (context.features?.enabled(ADMIN_ACCESS) === true || asksForAdminAccess(requestsOf(old))) return;
    const results = narrow<ResourceClaim>(object).status?.allocation?.devices?.results ?? [];
    for (const result of results as Changeable[]) result.adminAccess = null;
  },
  validating: (_context, object, old) => validateClaimStatus(object, old),
});

/** Rules of resource claim templates. */
export const resourceClaimTemplateStrategy: Strategy = {
  returnsDeletedObject: true,
  prepareForCreate: (context, object) => dropAdminAccess(context, object, undefined, templateRequestsOf),
  prepareForUpdate: (context, object, old) => dropAdminAccess(context, object, old, templateRequestsOf),
  validating: (_context, object, old) => templateErrors(object, old),
};
