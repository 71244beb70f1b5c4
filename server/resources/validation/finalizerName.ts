import { type FieldError, invalid } from "../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { checkQualifiedName, invalidBy } from "./names.ts";

/** Finalizers that need no domain. */
const standardFinalizers = (vocabulary: Vocabulary): readonly string[] => [
  vocabulary.word,
  "orphan",
  "foregroundDeletion",
];

/** A finalizer is a qualified name; without a domain it must be a standard one. */
export function validateFinalizerName(finalizer: string, path: string, vocabulary: Vocabulary): FieldError[] {
  const messages = checkQualifiedName(finalizer);
  if (messages.length > 0) return invalidBy(path, finalizer, messages);
  return finalizer.includes("/") || standardFinalizers(vocabulary).includes(finalizer)
    ? []
    : [invalid(path, finalizer, "name is neither a standard finalizer name nor is it fully qualified")];
}
