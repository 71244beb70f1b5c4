/** Cells that volumes and claims share. */
import type { ApiObject } from "../../../../../shared/object.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { classAnnotation } from "./persistentVolumeWarnings.ts";

const SHORT: readonly (readonly [string, string])[] = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
];

/** Access modes in their short forms, in a fixed order. */
export const accessModesText = (modes: readonly string[] | undefined): string =>
  SHORT.filter(([mode]) => modes?.includes(mode) === true)
    .map(([, short]) => short)
    .join(",");

/** The phase, or `Terminating` for an object that is being deleted. */
export const phaseText = (object: ApiObject, phase: string | undefined): string =>
  object.metadata.deletionTimestamp === undefined ? (phase ?? "") : "Terminating";

/** The storage class. The old annotation takes precedence over the field. */
export const storageClassText = ({ metadata }: ApiObject, name: string | undefined, words: Vocabulary): string =>
  metadata.annotations?.[classAnnotation(words)] ?? name ?? "";
