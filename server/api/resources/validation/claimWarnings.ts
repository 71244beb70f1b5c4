import type { PersistentVolumeClaimSpec } from "kubernetes-types/core/v1";
import { child, key } from "../../../../shared/fieldError.ts";
import { isWholeQuantity } from "../../../../shared/quantity.ts";
import { amountOf } from "../../../ground/formats/quantity.ts";

/** Warns about a number of bytes that is not an integer. Empty when it is one, or is absent. */
export function fractionWarnings(amount: string | number | undefined | null, path: string): string[] {
  if (amount === undefined || amount === null || isWholeQuantity(amountOf(amount))) return [];
  return [`${path}: fractional byte value ${JSON.stringify(String(amount))} is invalid, must be an integer`];
}

/** Warnings about the sizes in a claim. @param path of the spec */
export function claimSpecWarnings(spec: PersistentVolumeClaimSpec | undefined | null, path: string): string[] {
  return (["requests", "limits"] as const).flatMap((part) =>
    fractionWarnings(spec?.resources?.[part]?.["storage"], key(child(child(path, "resources"), part), "storage")),
  );
}
