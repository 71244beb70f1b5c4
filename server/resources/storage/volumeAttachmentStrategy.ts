import type { VolumeAttachment, VolumeError } from "kubernetes-types/storage/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { child, type FieldError, invalid, required, tooLong } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { decoded } from "../strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { checkSubdomain, invalidBy } from "../validation/names.ts";
import { byteLength } from "../validation/regexText.ts";
import { validateDriverName } from "./driverName.ts";

const MAX_MESSAGE = 1024;

function validate(object: ApiObject): FieldError[] {
  const spec = decoded<VolumeAttachment>(object).spec;
  const attacher = spec?.attacher ?? "";
  const node = spec?.nodeName ?? "";
  const { persistentVolumeName: volume, inlineVolumeSpec: inline } = spec?.source ?? {};
  const errors = validateDriverName(attacher, "spec.attacher");
  if (volume === undefined && inline === undefined) {
    errors.push(required("spec.source", "must specify exactly one of inlineVolumeSpec and persistentVolumeName"));
  } else if (volume !== undefined && inline !== undefined) {
    errors.push(invalid("spec.source", null, "must specify exactly one of inlineVolumeSpec and persistentVolumeName"));
  } else if (volume === "")
    errors.push(required("spec.source.persistentVolumeName", "must specify non empty persistentVolumeName"));
  errors.push(...invalidBy("spec.nodeName", node, checkSubdomain(node)));
  return [...errors, ...validateStatus(object)];
}

function validateStatus(object: ApiObject): FieldError[] {
  const status = decoded<VolumeAttachment>(object).status;
  return [
    ...validateError(status?.attachError, "status.attachError"),
    ...validateError(status?.detachError, "status.detachError"),
  ];
}

const validateError = (error: VolumeError | undefined, path: string): FieldError[] =>
  byteLength(error?.message ?? "") > MAX_MESSAGE ? [tooLong(child(path, "message"), MAX_MESSAGE)] : [];

const own: Strategy = {
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) => [
    ...validate(object),
    ...(deepEqual(object["spec"], old["spec"]) ? [] : [invalid("spec", object["spec"], "field is immutable")]),
  ],
};

/** Rules of volume attachments. */
export const volumeAttachmentStrategy = specStatusStrategy(own, {
  emptyStatus: { attached: false },
  tracksGeneration: false,
});

/** Rules of the status of volume attachments. */
export const volumeAttachmentStatusStrategy = statusStrategy(volumeAttachmentStrategy, {
  metadata: "reset",
  validate: (_context, object) => validateStatus(object),
});
