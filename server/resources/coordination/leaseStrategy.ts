import type { Lease } from "kubernetes-types/coordination/v1";
import { child, type FieldError, forbidden, invalid } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { decoded } from "../strategies/narrow.ts";
import { validateNonNegative, validatePositive } from "../validation/numbers.ts";

/** Strategies of elections that coordinated leases know. */
const OLDEST = "OldestEmulationVersion";

type LeaseFields = NonNullable<Lease["spec"]> & { readonly strategy?: string; readonly preferredHolder?: string };

function validate(object: ApiObject): FieldError[] {
  const spec: LeaseFields = decoded<Lease>(object).spec ?? {};
  const errors: FieldError[] = [];
  if (spec.leaseDurationSeconds !== undefined) {
    errors.push(...validatePositive(spec.leaseDurationSeconds, child("spec", "leaseDurationSeconds")));
  }
  errors.push(...validateNonNegative(spec.leaseTransitions, child("spec", "leaseTransitions")));
  if (spec.strategy !== undefined && spec.strategy !== OLDEST && !spec.strategy.includes("/")) {
    errors.push(invalid("spec.strategy", spec.strategy, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  }
  if ((spec.preferredHolder ?? "") !== "" && (spec.strategy ?? "") === "") {
    errors.push(forbidden("spec.preferredHolder", "may only be specified when `strategy` is defined"));
  }
  return errors;
}

/** Whoever wins a lease writes it against the version they read. */
export const leaseStrategy: Strategy = {
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validate(object),
};
