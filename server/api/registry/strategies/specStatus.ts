import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject, ObjectMeta } from "../../../../shared/object.ts";
import { finished, type Steps } from "../../../../shared/steps.ts";
import { hasExplicitEmpties } from "../../../ground/formats/explicitEmpties.ts";
import { stepsFor } from "../../../ground/turns/turnFor.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { sameObjects } from "../../../model/schema/semanticEquality.ts";
import { type MetadataErrors, NO_METADATA_ERRORS } from "../metadata/objectMeta.ts";
import type { Strategy, WriteContext } from "../strategy.ts";

/** Top-level members whose changes never raise the generation. */
const NOT_SPEC: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Whether the meaning of anything but metadata and status differs. */
export function* specDiffers({ vocabulary }: WriteContext, object: ApiObject, old: ApiObject): Steps<boolean> {
  return !(yield* sameObjects(loadSchema(vocabulary))(contentOf(object), contentOf(old)));
}

const contentOf = ({ metadata: _, status: __, ...content }: ApiObject): ApiObject => ({ metadata: {}, ...content });

/** Sets the generation to one more than the stored one. */
export function raiseGeneration(object: ApiObject, old: ApiObject): void {
  object.metadata.generation = (old.metadata.generation ?? 0) + 1;
}

/**
 * For kinds without status whose generation follows their content (priority classes, webhook configurations, …):
 * generation starts at 1 and rises with every change outside metadata.
 */
export function generationStrategy(own: Strategy, options: GenerationOptions = {}): Strategy {
  return {
    ...own,
    tracksGeneration: true,
    prepareForUpdate: (context, object, old) =>
      stepsFor([object, old], prepareAndCount(own, context, object, old, options)),
  };
}

export interface GenerationOptions {
  /**
   * Whether an empty list or map in a request differs from an absent one, as it does for a few kinds. Default false.
   */
  readonly countsEmpties?: boolean;
}

/** Runs the kind's own update preparation, then raises the generation if the spec changed. */
function* prepareAndCount(
  own: Strategy,
  context: WriteContext,
  object: ApiObject,
  old: ApiObject,
  { countsEmpties = false }: GenerationOptions = {},
): Steps<void> {
  yield* finished(own.prepareForUpdate?.(context, object, old));
  const changed =
    (yield* specDiffers(context, object, old)) || (countsEmpties && (yield* hasExplicitEmpties(contentOf(object))));
  if (changed) raiseGeneration(object, old);
}

/** How a kind differs from most kinds with spec and status. */
export interface SpecStatusOptions {
  /** The initial status of a new object; a fresh copy is taken each time. Default `{}`; `undefined` leaves none. */
  readonly emptyStatus?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the kind has a generation. Default true. */
  readonly tracksGeneration?: boolean;
}

/**
 * The rules that kinds with spec and status share for their main resource: create drops the client's status, update
 * keeps the stored one, and generation rises by one when anything but metadata and status changed. The kind's own
 * `prepare…` steps run in between, so that what they fill in counts as part of the spec.
 */
export function specStatusStrategy(own: Strategy, options: SpecStatusOptions = {}): Strategy {
  const tracks = options.tracksGeneration ?? true;
  const empty = "emptyStatus" in options ? options.emptyStatus : {};
  return {
    ...own,
    tracksGeneration: tracks,
    resetFields: own.resetFields ?? [["status"]],
    prepareForCreate(context, object) {
      if (empty === undefined) delete object["status"];
      else object["status"] = structuredClone(empty);
      return own.prepareForCreate?.(context, object);
    },
    prepareForUpdate(context, object, old) {
      copyMember(object, old, "status");
      if (!tracks) return own.prepareForUpdate?.(context, object, old);
      return stepsFor([object, old], prepareAndCount(own, context, object, old));
    },
  };
}

/** What of the metadata status writes may change: {@link StatusOptions.metadata}. */
type MetadataChanges = "free" | "labels" | "reset" | "whole";

/** What a kind adds to the shared rules of the status sub-resource. */
export interface StatusOptions {
  /**
   * What of the metadata a status write may change besides managedFields: everything (`free`), everything but labels
   * (`labels`), or nothing: where the rest is `reset`, attempts to change system fields fail; where the metadata stays
   * as a `whole`, they are ignored too. Default `free`, as for the oldest kinds.
   */
  readonly metadata?: MetadataChanges;
  /** Runs after everything but status was reset to the stored values. */
  prepare?: Strategy["prepareForUpdate"];
  validate?: Strategy["validateUpdate"];
  /** Replaces `validate` where validation may take long. */
  validating?(
    context: WriteContext,
    object: ApiObject,
    old: ApiObject,
    metadataErrors: MetadataErrors,
  ): Steps<FieldError[]>;
  /** How the rules of the status validate the metadata: {@link Strategy.metadataOnUpdate}. */
  readonly metadataOnUpdate?: Strategy["metadataOnUpdate"];
  /** Field paths that status writers do not own. Default: `spec`, and the metadata that is reset. */
  readonly resetFields?: readonly (readonly string[])[];
}

const RESET_METADATA: readonly (keyof ObjectMeta)[] = [
  "deletionTimestamp",
  "generation",
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
];

/** The rules of a kind's `status` sub-resource: everything but status (and the permitted metadata) stays as stored. */
export function statusStrategy(main: Strategy, options: StatusOptions = {}): Strategy {
  const metadata = options.metadata ?? "free";
  const { validating } = options;
  return {
    nameFormat: main.nameFormat ?? "subdomain",
    ...(main.allowUnconditionalUpdate === undefined ? {} : { allowUnconditionalUpdate: main.allowUnconditionalUpdate }),
    resetFields: options.resetFields ?? defaultResetFields(metadata),
    prepareForUpdate(context, object, old) {
      const members = new Set([...Object.keys(object), ...Object.keys(old)]);
      for (const member of members) if (!NOT_SPEC.has(member)) copyMember(object, old, member);
      if (metadata === "labels") copyMetadata(object.metadata, old.metadata, ["labels"]);
      if (metadata === "reset") copyMetadata(object.metadata, old.metadata, RESET_METADATA);
      if (metadata === "whole") copyMetadata(object.metadata, old.metadata, allMembers(object.metadata, old.metadata));
      return options.prepare?.(context, object, old);
    },
    ...(options.metadataOnUpdate === undefined ? {} : { metadataOnUpdate: options.metadataOnUpdate }),
    validateUpdate: options.validate ?? ((): [] => []),
    ...(validating === undefined
      ? {}
      : {
          validating: (context, object, old = object, metadataErrors = NO_METADATA_ERRORS) =>
            validating(context, object, old, metadataErrors),
        }),
  };
}

/** The members of either metadata but those that tell how the object was written. */
function allMembers(...metadata: readonly ObjectMeta[]): (keyof ObjectMeta)[] {
  const members = new Set(metadata.flatMap((one) => Object.keys(one) as (keyof ObjectMeta)[]));
  return [...members].filter((member) => member !== "managedFields" && member !== "resourceVersion");
}

function defaultResetFields(metadata: MetadataChanges): readonly (readonly string[])[] {
  if (metadata === "reset" || metadata === "whole") return [["spec"], ["metadata"]];
  return metadata === "labels" ? [["spec"], ["metadata", "labels"]] : [["spec"]];
}

/** Copies the member from `old` to `object`, or deletes it when `old` has none. */
export function copyMember(object: ApiObject, old: ApiObject, member: string): void {
  if (old[member] === undefined) delete object[member];
  else object[member] = old[member];
}

function copyMetadata(to: ObjectMeta, from: ObjectMeta, members: readonly (keyof ObjectMeta)[]): void {
  const target = to as Record<string, unknown>;
  for (const member of members) {
    if (from[member] === undefined) delete target[member];
    else target[member] = from[member];
  }
}
