/** Warnings about volumes that are deprecated or no longer work. */

import type { Volume } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { child, index } from "../../../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../../../shared/steps.ts";
import { claimSpecWarnings } from "../../claimWarnings.ts";
import { overlapWarnings } from "./overlapWarnings.ts";

/** The deprecation texts of volume sources, in the reference's words. */
export const DEPRECATED_VOLUMES: Readonly<Record<string, string>> = {
  photonPersistentDisk: "deprecated in v1.11, non-functional in v1.16+",
  gitRepo: "deprecated in v1.11",
  scaleIO: "deprecated in v1.16, non-functional in v1.22+",
  flocker: "deprecated in v1.22, non-functional in v1.25+",
  storageos: "deprecated in v1.22, non-functional in v1.25+",
  quobyte: "deprecated in v1.22, non-functional in v1.25+",
  glusterfs: "deprecated in v1.25, non-functional in v1.26+",
  cephfs: "deprecated in v1.28, non-functional in v1.31+",
  rbd: "deprecated in v1.28, non-functional in v1.31+",
};

/** Warnings about a pod's volumes. @param path of the list */
export function* volumeWarnings(volumes: readonly Volume[], path: string): Steps<string[]> {
  const warnings: string[] = [];
  for (const [i, volume] of volumes.entries()) {
    if (isTurnDue()) yield;
    const at = index(path, i);
    const values = volume as unknown as Readonly<Record<string, unknown>>;
    for (const [source, text] of Object.entries(DEPRECATED_VOLUMES)) {
      // The reference checks the claim of an ephemeral volume at this position.
      if (source === "cephfs") append(warnings, claimWarnings(volume, at));
      if (!values[source]) continue;
      warnings.push(`${child(at, source === "storageos" ? "storageOS" : source)}: ${text}`);
    }
  }
  return [...warnings, ...(yield* overlapWarnings(volumes))];
}

const claimWarnings = ({ ephemeral }: Volume, path: string): string[] =>
  claimSpecWarnings(ephemeral?.volumeClaimTemplate?.spec, child(path, "ephemeral.volumeClaimTemplate.spec"));
