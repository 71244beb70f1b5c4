import type { Lease } from "kubernetes-types/coordination/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, notSupported } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { validateNonNegative, validatePositive } from "../../../ground/formats/numbers.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";

/** The election strategy that coordinated leases support. */
const OLDEST = "OldestEmulationVersion";

type LeaseFields = NonNullable<Lease["spec"]> & { readonly strategy?: string; readonly preferredHolder?: string };

function validate(object: ApiObject): FieldError[] {
  const spec: LeaseFields = decoded<Lease>(object).spec ?? {};
  const errors: FieldError[] = [];
  if (spec.leaseDurationSeconds !== undefined) {
    append(errors, validatePositive(spec.leaseDurationSeconds, child("spec", "leaseDurationSeconds")));
  }
  append(errors, validateNonNegative(spec.leaseTransitions, child("spec", "leaseTransitions")));
  if (spec.strategy !== undefined) append(errors, validateElection(spec.strategy));
  if ((spec.preferredHolder ?? "") !== "" && (spec.strategy ?? "") === "") {
    errors.push(forbidden("spec.preferredHolder", "may only be specified if `strategy` is defined"));
  }
  return errors;
}

function validateElection(strategy: string): FieldError[] {
  // The reference's path repeats the field name.
  const path = "spec.strategy.strategy";
  if (strategy.includes("/")) return invalidBy(path, strategy, checkQualifiedName(strategy));
  return strategy === OLDEST ? [] : [notSupported(path, strategy, [OLDEST])];
}

/** Drops the fields of coordinated elections while their feature gate is off; stored ones may stay. */
function dropElection({ features }: WriteContext, object: ApiObject, old?: ApiObject): void {
  if (features?.enabled("CoordinatedLeaderElection") === true) return;
  const spec: LeaseFields | undefined = decoded<Lease>(object).spec;
  const before: LeaseFields | undefined = old === undefined ? undefined : decoded<Lease>(old).spec;
  const dropped = (["strategy", "preferredHolder"] as const).filter(
    (member) => spec?.[member] !== undefined && before?.[member] === undefined,
  );
  if (dropped.length === 0) return;
  const kept = Object.entries(object["spec"] as object).filter(
    ([name]) => !(dropped as readonly string[]).includes(name),
  );
  object["spec"] = Object.fromEntries(kept);
}

/**
 * Rules of leases. An update needs the version that the client has read, so that only one client acquires the lease.
 */
export const leaseStrategy: Strategy = {
  anyFinalizer: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  prepareForCreate: (context, object) => dropElection(context, object),
  prepareForUpdate: (context, object, old) => dropElection(context, object, old),
  validate: (_context, object) => validate(object),
};
