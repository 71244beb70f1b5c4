import type { ReplicaSet } from "kubernetes-types/apps/v1";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded } from "../strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { labelSelectorText } from "../validation/goText.ts";
import { validateReplicaSet, validateReplicaSetStatus } from "./replicaSetValidation.ts";

const own: Strategy = {
  validate: validateReplicaSet,
  validateUpdate(context, object, old) {
    const { selector } = decoded<ReplicaSet>(object).spec ?? {};
    const before = decoded<ReplicaSet>(old).spec?.selector;
    return [
      ...validateReplicaSet(context, object),
      ...validateImmutable(selector, before, "spec.selector", labelSelectorText(selector)),
    ];
  },
};

export const replicaSetStrategy = specStatusStrategy(own, { emptyStatus: { replicas: 0 } });

export const replicaSetStatusStrategy = statusStrategy(replicaSetStrategy, {
  validate: (_context, object) => validateReplicaSetStatus(object),
});
