import { type VolumeAnnotations, volumeAnnotations } from "../../volumes/annotations.ts";
import { VolumeCandidates } from "../../volumes/candidates.ts";
import { VOLUMES } from "../../volumes/kinds.ts";
import type { InformedParts } from "../controller.ts";
import { BindingWrites } from "./bindingWrites.ts";

/** The parts that all of volume binding shares. */
export interface BindingParts extends InformedParts {
  readonly annotations: VolumeAnnotations;
  readonly candidates: VolumeCandidates;
  readonly writes: BindingWrites;
}

export function bindingParts(parts: InformedParts): BindingParts {
  const { informers, vocabulary } = parts;
  const annotations = volumeAnnotations(vocabulary);
  const candidates = new VolumeCandidates(informers.of(VOLUMES), annotations);
  return { ...parts, annotations, candidates, writes: new BindingWrites(parts, annotations) };
}
