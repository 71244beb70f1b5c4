import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";

/** Finalizers that need no domain. */
const standardFinalizers = (vocabulary: Vocabulary): readonly string[] => [
  vocabulary.word,
  "orphan",
  "foregroundDeletion",
];

/** A finalizer is a qualified name; without a domain it must be a standard one. */
export const validateFinalizerName = (finalizer: string, path: string, vocabulary: Vocabulary): FieldError[] => [
  ...invalidBy(path, finalizer, checkQualifiedName(finalizer)),
  ...validateFinalizerDomain(finalizer, path, vocabulary),
];

/** A finalizer without a domain must be a standard one, whatever its form. */
export const validateFinalizerDomain = (finalizer: string, path: string, vocabulary: Vocabulary): FieldError[] =>
  finalizer.includes("/") || standardFinalizers(vocabulary).includes(finalizer)
    ? []
    : [invalid(path, finalizer, "name is neither a standard finalizer name nor is it fully qualified")];
