import type { PersistentVolumeClaimSpec } from "kubernetes-types/core/v1";
import { child, key } from "../../../../shared/fieldError.ts";
import { isWholeQuantity } from "../../../../shared/quantity.ts";
import { amountOf } from "../../../ground/formats/quantity.ts";

/** A warning about an amount of bytes that is no whole number; empty when it is one, or absent. */
export function fractionWarnings(amount: string | number | undefined | null, path: string): string[] {
  if (amount === undefined || amount === null || isWholeQuantity(amountOf(amount))) return [];
  return [`${path}: fractional byte value ${JSON.stringify(String(amount))} is invalid, must be an integer`];
}

/** Warnings about the sizes that a claim asks for. @param path of the spec */
export function claimSpecWarnings(spec: PersistentVolumeClaimSpec | undefined | null, path: string): string[] {
  return (["requests", "limits"] as const).flatMap((part) =>
    fractionWarnings(spec?.resources?.[part]?.["storage"], key(child(child(path, "resources"), part), "storage")),
  );
}
