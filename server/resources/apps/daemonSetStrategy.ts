import type { DaemonSet } from "kubernetes-types/apps/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { decoded } from "../strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { templateStrategy, UNNAMED_TEMPLATE } from "../strategies/templateStrategy.ts";
import { validateSelectorKept } from "../strategies/workload.ts";
import { validateDaemonSet, validateDaemonSetStatus } from "./daemonSetValidation.ts";

/** Carries the generation of the pod template, a field that only versions before v1 had. */
const TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

function setTemplateGeneration(object: ApiObject, generation: number): void {
  object.metadata.annotations = { ...object.metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
}

const templateGeneration = (object: ApiObject): number =>
  Number.parseInt(object.metadata.annotations?.[TEMPLATE_GENERATION] ?? "", 10) || 0;

const own: Strategy = {
  metadataOnUpdate: ["whole", "change"],
  prepareForCreate(_context, object) {
    setTemplateGeneration(object, Math.max(1, templateGeneration(object)));
  },
  prepareForUpdate(_context, object, old) {
    const template = (o: ApiObject) => decoded<DaemonSet>(o).spec?.template;
    const generation = templateGeneration(old);
    setTemplateGeneration(object, deepEqual(template(object), template(old)) ? generation : generation + 1);
  },
  validate: validateDaemonSet,
  validateUpdate: (context, object, old) => [
    // The reference checks the spec both as a new one and as a changed one, and lists what it finds twice.
    ...validateDaemonSet(context, object),
    ...validateDaemonSet(context, object),
    ...validateSelectorKept(object, old),
  ],
};

/** Rules of daemon sets. */
export const daemonSetStrategy = specStatusStrategy(templateStrategy(own, UNNAMED_TEMPLATE), {
  emptyStatus: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
});

/** Rules of the status of daemon sets. */
export const daemonSetStatusStrategy = statusStrategy(daemonSetStrategy, {
  validate: (_context, object, old) => validateDaemonSetStatus(object, old),
});
