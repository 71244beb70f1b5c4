import type { StatefulSet } from "kubernetes-types/apps/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { finished, flatEach, type Steps } from "../../../../shared/steps.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { templateStrategy, UNNAMED_TEMPLATE } from "../strategies/templateStrategy.ts";
import { claimSpecWarnings } from "../validation/claimWarnings.ts";
import { validateStatefulSet, validateStatefulSetChange, validateStatefulSetStatus } from "./statefulSetValidation.ts";

/** Drops `maxUnavailable` while its feature gate is off, unless the stored object has it already. */
function dropMaxUnavailable({ features }: WriteContext, object: ApiObject, old?: ApiObject): void {
  const rolling = (o: ApiObject | undefined) =>
    (o?.["spec"] as StatefulSet["spec"] | undefined)?.updateStrategy?.rollingUpdate;
  const strategy = rolling(object);
  const inUse = rolling(old)?.maxUnavailable !== undefined;
  if (strategy && !inUse && features?.enabled("MaxUnavailableStatefulSet") !== true) delete strategy.maxUnavailable;
}

function* warnings(object: ApiObject, member: string): Steps<string[]> {
  const { spec } = yield* decodedInSteps<StatefulSet>(object);
  const claims = yield* flatEach(spec?.volumeClaimTemplates ?? [], (claim, i) =>
    claimSpecWarnings(claim.spec, `spec.volumeClaimTemplates[${i}]${member}`),
  );
  return (spec?.revisionHistoryLimit ?? 0) < 0
    ? [
        ...claims,
        "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended",
      ]
    : claims;
}

const own: Strategy = {
  nameFormat: "label",
  prepareForCreate: (context, object) => dropMaxUnavailable(context, object),
  prepareForUpdate: dropMaxUnavailable,
  *validating(context, object, old) {
    const errors = yield* validateStatefulSet(context, object);
    return old === undefined ? errors : [...errors, ...(yield* validateStatefulSetChange(object, old))];
  },
};

const withTemplate = templateStrategy(own, UNNAMED_TEMPLATE);

const withClaims: Strategy = {
  ...withTemplate,
  *warningsOnCreate(context, object) {
    const ofTemplate = yield* finished(withTemplate.warningsOnCreate?.(context, object));
    return [...(ofTemplate ?? []), ...(yield* warnings(object, ""))];
  },
  // The reference's path differs here: it contains `.Spec`, which is not a field name.
  *warningsOnUpdate(context, object, old) {
    const ofTemplate = yield* finished(withTemplate.warningsOnUpdate?.(context, object, old));
    return [...(ofTemplate ?? []), ...(yield* warnings(object, ".Spec"))];
  },
};

/** Rules of stateful sets. */
export const statefulSetStrategy = specStatusStrategy(withClaims, {
  emptyStatus: { replicas: 0, availableReplicas: 0 },
});

/** Rules of the status of stateful sets. */
export const statefulSetStatusStrategy = statusStrategy(statefulSetStrategy, {
  metadataOnUpdate: "woven",
  validate: (_context, object, old, { change }) => validateStatefulSetStatus(object, old, change),
});
