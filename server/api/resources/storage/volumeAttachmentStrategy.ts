import type {
  VolumeAttachment,
  VolumeAttachmentSource,
  VolumeAttachmentSpec,
  VolumeAttachmentStatus,
  VolumeError,
} from "kubernetes-types/storage/v1";
import { append } from "../../../../shared/collections/append.ts";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { child, type FieldError, forbidden, required, tooLong } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { invalidText, pointer } from "../../../ground/formats/wording/goText.ts";
import { type MetadataErrors, NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { inlineVolumeErrors } from "../core/volumes/persistentVolumeSpec.ts";
import { validateDriverName } from "../validation/driverName.ts";

const MAX_MESSAGE = 1024;
const MAX_METADATA = 256 * 1024;
const ONE_OF = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

type Spec = Partial<VolumeAttachmentSpec>;
type Status = Partial<VolumeAttachmentStatus>;

const specOf = (object: ApiObject): Spec => decoded<VolumeAttachment>(object).spec ?? {};

function* validate(object: ApiObject): Steps<FieldError[]> {
  const { attacher = "", nodeName = "", source } = specOf(object);
  const errors = attacher === "" ? [required("spec.attacher")] : [];
  append(errors, yield* validateSource(source, "spec.source"));
  append(errors, invalidBy("spec.nodeName", nodeName, checkSubdomain(nodeName)));
  return [...errors, ...validateStatus(decoded<VolumeAttachment>(object).status, "status")];
}

function* validateSource(source: VolumeAttachmentSource | undefined, path: string): Steps<FieldError[]> {
  const { persistentVolumeName: volume, inlineVolumeSpec: inline } = source ?? {};
  if (volume === undefined && inline === undefined) return [required(path, ONE_OF)];
  if (volume !== undefined && inline !== undefined) return [forbidden(path, ONE_OF)];
  if (inline !== undefined) return yield* inlineVolumeErrors(inline, { path: child(path, "inlineVolumeSpec") });
  return volume === ""
    ? [required(child(path, "persistentVolumeName"), "must specify non empty persistentVolumeName")]
    : [];
}

/** Rules for new attachments only; stored ones may have looser names. */
function validateNames(object: ApiObject): FieldError[] {
  const { attacher = "", source } = specOf(object);
  const volume = source?.persistentVolumeName;
  const errors = validateDriverName(attacher, "spec.attacher");
  if (volume === undefined) return errors;
  return [...errors, ...invalidBy("spec.source.persistentVolumeName", volume, checkSubdomain(volume))];
}

function validateStatus(status: Status | undefined, path: string): FieldError[] {
  const size = Object.entries(status?.attachmentMetadata ?? {}).reduce(
    (sum, [name, value]) => sum + byteLength(name) + byteLength(value),
    0,
  );
  return [
    ...(size > MAX_METADATA ? [tooLong(child(path, "attachmentMetadata"), MAX_METADATA)] : []),
    ...validateError(status?.attachError, child(path, "attachError")),
    ...validateError(status?.detachError, child(path, "detachError")),
  ];
}

/** The message names a limit other than the enforced one, as in the reference. */
const validateError = (error: VolumeError | undefined, path: string): FieldError[] =>
  byteLength(error?.message ?? "") > MAX_MESSAGE ? [tooLong(child(path, "message"), MAX_METADATA)] : [];

/** An update is validated as a new object, twice, as in the reference. */
function* validateUpdate(object: ApiObject, old: ApiObject, { whole }: MetadataErrors): Steps<FieldError[]> {
  const found = [...whole, ...(yield* validate(object))];
  const errors = [...found, ...found];
  if (deepEqual(object["spec"], old["spec"])) return errors;
  return [...errors, invalidText("spec", specText(specOf(object)), "field is immutable")];
}

const specText = ({ attacher = "", nodeName = "", source }: Spec): string =>
  `storage.VolumeAttachmentSpec{Attacher:${quoted(attacher)}, Source:storage.VolumeAttachmentSource{PersistentVolumeName:${pointer("string", source?.persistentVolumeName)}, InlineVolumeSpec:${pointer("core.PersistentVolumeSpec", source?.inlineVolumeSpec)}}, NodeName:${quoted(nodeName)}}`;

const own: Strategy = {
  returnsDeletedObject: true,
  metadataOnUpdate: "woven",
  allowUnconditionalUpdate: false,
  *validating(_context, object, old, looks = NO_METADATA_ERRORS) {
    if (old !== undefined) return yield* validateUpdate(object, old, looks);
    return [...(yield* validate(object)), ...validateNames(object)];
  },
};

/** Rules of volume attachments. */
export const volumeAttachmentStrategy = specStatusStrategy(own, {
  emptyStatus: { attached: false },
  tracksGeneration: false,
});

/** Rules of the status of volume attachments. */
export const volumeAttachmentStatusStrategy = statusStrategy(volumeAttachmentStrategy, {
  metadata: "reset",
  metadataOnUpdate: "woven",
  validating: (_context, object, old, looks) => validateUpdate(object, old, looks),
});
