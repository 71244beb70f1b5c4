import { append } from "../../../../shared/collections/append.ts";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { each, type Steps } from "../../../../shared/steps.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { integerProblem } from "../../../ground/formats/wording/integerText.ts";
import type { MetadataErrors } from "../../registry/metadata/objectMeta.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { conditionErrors } from "../validation/conditions.ts";

interface MigrationCondition {
  readonly type?: string;
  readonly status?: string;
  readonly lastUpdateTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** A request to rewrite all objects of a resource in its current storage version. */
export interface StorageVersionMigration extends ApiObject {
  readonly spec?: {
    readonly resource?: { readonly group?: string; readonly version?: string; readonly resource?: string };
    readonly continueToken?: string;
  };
  readonly status?: { readonly conditions?: readonly MigrationCondition[]; readonly resourceVersion?: string };
}

const migrated = (object: ApiObject) => decoded<StorageVersionMigration>(object).spec?.resource ?? {};
const statusOf = (object: ApiObject) => decoded<StorageVersionMigration>(object).status ?? {};

/** Field errors of a new migration. */
export function validateMigration(object: ApiObject): FieldError[] {
  const resource = migrated(object);
  return (["resource", "version"] as const)
    .filter((member) => (resource[member] ?? "") === "")
    .map((member) => required(`spec.resource.${member}`, `${member} is required`));
}

/** The resource of a migration is immutable. */
export function validateMigrationUpdate(
  object: ApiObject,
  old: ApiObject,
  { whole, change }: MetadataErrors,
): FieldError[] {
  const [after, before] = [migrated(object), migrated(old)];
  // The reference's paths lack the parents of these members.
  const changed = (["group", "version", "resource"] as const).filter(
    (member) => (after[member] ?? "") !== (before[member] ?? ""),
  );
  return [
    ...whole,
    ...validateMigration(object),
    ...change,
    ...changed.map((member) => invalid(member, after[member] ?? "", "field is immutable")),
  ];
}

/** Field errors of a migration's progress: it may end only once, by success or failure. */
export function* migrationStatusErrors(object: ApiObject, old: ApiObject): Steps<FieldError[]> {
  const { conditions = [], resourceVersion = "" } = statusOf(object);
  const before = statusOf(old);
  const path = "status.resourceVersion";
  const errors: FieldError[] = [];
  const detail = resourceVersion === "" ? undefined : integerProblem(resourceVersion);
  if (detail !== undefined) {
    errors.push(
      invalid(path, resourceVersion, `failed to parse resource version ${JSON.stringify(resourceVersion)}: ${detail}`),
    );
  } else append(errors, validateNonNegative(Number(resourceVersion), path));
  const usual = yield* each(conditions, ({ lastUpdateTime, ...rest }) => ({
    ...rest,
    lastTransitionTime: lastUpdateTime ?? null,
  }));
  append(errors, yield* conditionErrors(usual, "status.conditions"));
  if ((before.resourceVersion ?? "") !== "" && before.resourceVersion !== resourceVersion) {
    errors.push(invalid(path, resourceVersion, "resourceVersion cannot be updated"));
  }
  return [...errors, ...validateOutcome(conditions, before.conditions ?? [])];
}

function validateOutcome(after: readonly MigrationCondition[], before: readonly MigrationCondition[]): FieldError[] {
  const is = (conditions: readonly MigrationCondition[], type: string): boolean =>
    conditions.find((condition) => condition.type === type)?.status === "True";
  const [succeeded, failed, running] = ["Succeeded", "Failed", "Running"].map((type) => is(after, type));
  const rules: readonly (readonly [boolean | undefined, string])[] = [
    [succeeded && failed, "Both success and failed conditions cannot be true at the same time"],
    [succeeded && running, "Running condition cannot be true when success condition is true"],
    [failed && running, "Running condition cannot be true when failed condition is true"],
    [is(before, "Succeeded") && !succeeded, "Success condition cannot be set to false once it is true"],
    [is(before, "Failed") && !failed, "Failed condition cannot be set to false once it is true"],
  ];
  if (deepEqual(after, before)) return [];
  return rules.filter(([broken]) => broken).map(([, rule]) => invalid("status.conditions", after, rule));
}
