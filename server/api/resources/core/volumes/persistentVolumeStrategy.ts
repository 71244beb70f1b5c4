import type { NodeSelectorRequirement, VolumeNodeAffinity } from "kubernetes-types/core/v1";
import { deepEqual, equalInSteps } from "../../../../../shared/collections/deepEqual.ts";
import { type FieldError, forbidden, invalid } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { timestamp } from "../../../../../shared/time.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { invalidText, pointer, structText } from "../../../../ground/formats/wording/goText.ts";
import { type MetadataErrors, NO_METADATA_ERRORS } from "../../../registry/metadata/objectMeta.ts";
import { specStatusStrategy, statusStrategy } from "../../../registry/strategies/specStatus.ts";
import type { Strategy, WriteContext } from "../../../registry/strategy.ts";
import { succeedsLabel } from "../../validation/nodeLabels.ts";
import { specDifference } from "../specDifference.ts";
import { asPersistentVolume } from "../views.ts";
import { persistentSourceOf } from "./persistentVolumeSourceRules.ts";
import { volumeErrors } from "./persistentVolumeSpec.ts";
import { persistentVolumeWarnings } from "./persistentVolumeWarnings.ts";

function* updateErrors(
  context: WriteContext,
  object: ApiObject,
  oldObject: ApiObject,
  { whole }: MetadataErrors,
): Steps<FieldError[]> {
  const spec = asPersistentVolume(object).spec ?? {};
  const old = asPersistentVolume(oldObject).spec ?? {};
  const found = [...whole, ...(yield* volumeErrors(spec, { name: object.metadata.name, rules: context }))];
  // The reference validates the spec as a new object and as a change, and lists the errors twice.
  const errors = [...found, ...found];
  const before = persistentSourceOf(old);
  const source = persistentSourceOf(spec);
  // The secret for expanding a volume may be added later.
  if (before.csi && !before.csi.controllerExpandSecretRef && source.csi?.controllerExpandSecretRef) {
    const { controllerExpandSecretRef: _, ...csi } = source.csi;
    source.csi = csi;
  }
  if (!(yield* equalInSteps(source, before))) {
    const difference = yield* specDifference("PersistentVolumeSource", before, source);
    const detail = `spec.persistentvolumesource is immutable after creation\n${difference}`;
    errors.push(forbidden("spec.persistentvolumesource", detail));
  }
  if (!deepEqual(spec.volumeMode, old.volumeMode)) {
    errors.push(invalid("volumeMode", spec.volumeMode, "field is immutable"));
  }
  const wanted = withOldLabels(spec.nodeAffinity, old.nodeAffinity, context.vocabulary);
  if (old.nodeAffinity && !(yield* equalInSteps(wanted, old.nodeAffinity))) {
    const shown = spec.nodeAffinity
      ? structText("core.VolumeNodeAffinity", { Required: pointer("core.NodeSelector", spec.nodeAffinity.required) })
      : `"null"`;
    const detail = "field is immutable, except for updating from beta label to GA";
    errors.push(invalidText("nodeAffinity", shown, detail));
  }
  return [...errors, ...validateAttributesClassChange(context, spec, old)];
}

/** The affinity with deprecated labels put back where they were replaced by their successors, which is permitted. */
function withOldLabels(
  affinity: VolumeNodeAffinity | undefined,
  old: VolumeNodeAffinity | undefined,
  words: Vocabulary,
): VolumeNodeAffinity | undefined {
  const terms = affinity?.required?.nodeSelectorTerms;
  if (!affinity?.required || !terms) return affinity;
  const undone = (list: NodeSelectorRequirement[] | undefined, before: NodeSelectorRequirement[] | undefined) =>
    list?.map((each, i) => {
      const key = before?.[i]?.key;
      return key !== undefined && succeedsLabel(each.key, key, words) ? { ...each, key } : each;
    });
  const before = old?.required?.nodeSelectorTerms;
  const nodeSelectorTerms = terms.map((term, i) => {
    const matchExpressions = undone(term.matchExpressions, before?.[i]?.matchExpressions);
    return matchExpressions === undefined ? term : { ...term, matchExpressions };
  });
  return { ...affinity, required: { ...affinity.required, nodeSelectorTerms } };
}

/** The volume attributes class may change only while its feature is on, and may not be removed. */
export function validateAttributesClassChange(
  { features }: Pick<WriteContext, "features">,
  spec: { readonly volumeAttributesClassName?: string | undefined },
  old: { readonly volumeAttributesClassName?: string | undefined },
): FieldError[] {
  const path = "spec.volumeAttributesClassName";
  const now = spec.volumeAttributesClassName ?? undefined;
  const before = old.volumeAttributesClassName ?? undefined;
  if (now === before) return [];
  const errors: FieldError[] = [];
  if (features?.enabled("VolumeAttributesClass") !== true) {
    const detail = "update is forbidden when the VolumeAttributesClass feature gate is disabled";
    errors.push(forbidden(path, detail));
  }
  return before !== undefined && now === undefined
    ? [...errors, forbidden(path, "update from non-nil value to nil is forbidden")]
    : errors;
}

/** Drops the volume attributes class while its feature is off, unless the volume already has one. */
export function dropAttributesClass(
  { features }: Pick<WriteContext, "features">,
  spec: { volumeAttributesClassName?: string } | undefined,
  old?: { readonly volumeAttributesClassName?: string } | undefined,
): void {
  if (!spec || features?.enabled("VolumeAttributesClass") === true) return;
  if (old?.volumeAttributesClassName === undefined) delete spec.volumeAttributesClassName;
}

const warnings = ({ vocabulary }: WriteContext, object: ApiObject): Steps<string[]> =>
  persistentVolumeWarnings(object.metadata, asPersistentVolume(object).spec, vocabulary);

const own: Strategy = {
  metadataOnUpdate: "woven",
  returnsDeletedObject: true,
  prepareForCreate(context, object) {
    object["status"] = { phase: "Pending", lastPhaseTransitionTime: timestamp(context.now()) };
    dropAttributesClass(context, asPersistentVolume(object).spec);
  },
  prepareForUpdate: (context, object, old) =>
    dropAttributesClass(context, asPersistentVolume(object).spec, asPersistentVolume(old).spec),
  validating: (context, object, old, looks = NO_METADATA_ERRORS) =>
    old === undefined
      ? volumeErrors(asPersistentVolume(object).spec ?? {}, { name: object.metadata.name, rules: context })
      : updateErrors(context, object, old, looks),
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
};

/** Rules of persistent volumes. A new volume is pending, with the time of that transition. */
export const persistentVolumeStrategy = specStatusStrategy(own, { tracksGeneration: false });

/** Rules of the status. A change of phase sets its transition time. */
export const persistentVolumeStatusStrategy = statusStrategy(persistentVolumeStrategy, {
  prepare(context, object, old) {
    const status = asPersistentVolume(object).status;
    const before = asPersistentVolume(old).status;
    if (status === undefined) return;
    const { lastPhaseTransitionTime: given } = status;
    const known = before?.lastPhaseTransitionTime;
    // A client that changes the phase may set the time itself; otherwise the server does.
    if (status.phase !== before?.phase) {
      if (given !== undefined && given !== known) return;
      object["status"] = { ...status, lastPhaseTransitionTime: timestamp(context.now()) };
    } else if (given === undefined && known !== undefined) {
      object["status"] = { ...status, lastPhaseTransitionTime: known };
    }
  },
});
