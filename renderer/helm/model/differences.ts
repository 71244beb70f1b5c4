/**
 * The differences between an object of the cluster and its manifest. Ignores fields that the manifest does not mention.
 */
import { deepEqual } from "../../../shared/collections/deepEqual.ts";
import type { ValuePath } from "../../../shared/fieldset/locateField.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { compareQuantity, parseQuantity } from "../../../shared/quantity.ts";
import { type Fields, isFields } from "../../resources/kinds/read.ts";

/** One field that differs. */
export interface Difference {
  /** Path in the cluster's object; ends at the last existing field. */
  readonly path: ValuePath;
  /** Undefined for an item that only the cluster's object has. */
  readonly desired: unknown;
  /** Undefined if the cluster's object lacks it. */
  readonly found: unknown;
}

/** Maximum number of reported differences per object; an object with more is a different one. */
export const MAX_DIFFERENCES = 50;
/** Maximum nesting depth. */
const DEEPEST = 100;

/** Keys that may identify list items, in order of preference. */
const KEYS = ["name", "containerPort", "port", "mountPath", "devicePath", "topologyKey", "key", "ip", "type"] as const;
/** Fields that contain quantities, which can be written in several ways. */
const AMOUNTS = new Set([
  "limits",
  "requests",
  "hard",
  "capacity",
  "allocatable",
  "max",
  "min",
  "default",
  "defaultRequest",
]);
const AMOUNT = new Set(["storage", "sizeLimit", "divisor", "averageValue", "maxLimitRequestRatio"]);

/** Compares an object of a manifest with the object of the cluster. */
export function differencesOf(manifest: ApiObject, object: ApiObject): Difference[] {
  const found: Difference[] = [];
  const { apiVersion: _version, kind: _kind, metadata, status: _status, ...rest } = withEncodedData(manifest);
  const { labels, annotations, finalizers, ownerReferences } = metadata;
  compare({ metadata: { labels, annotations, finalizers, ownerReferences }, ...rest }, object, [], found);
  return found;
}

/** The server stores stringData of a Secret as data. */
function withEncodedData(manifest: ApiObject): ApiObject {
  const texts = manifest["stringData"];
  if (manifest.kind !== "Secret" || !isFields(texts)) return manifest;
  const { stringData: _texts, data, ...rest } = manifest;
  const encoded = Object.entries(texts).map(([name, text]) => [name, toBase64(String(text))]);
  return { ...rest, data: { ...(isFields(data) ? data : {}), ...Object.fromEntries(encoded) } };
}

function toBase64(text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Whether a value is empty: servers omit such values, or replace them by defaults. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) ? value.length === 0 : isFields(value) && Object.values(value).every(isNothing));

function compare(desired: unknown, found: unknown, path: ValuePath, out: Difference[]): void {
  if (out.length >= MAX_DIFFERENCES || path.length > DEEPEST) return;
  if (isNothing(desired) || deepEqual(desired, found) || isSameAmount(desired, found, path)) return;
  if (isFields(desired) && isFields(found)) {
    for (const [name, value] of Object.entries(desired)) {
      compare(value, Object.hasOwn(found, name) ? found[name] : undefined, [...path, name], out);
    }
  } else if (Array.isArray(desired) && Array.isArray(found)) compareLists(desired, found, path, out);
  else if (!(isFalse(desired) && found === undefined)) out.push({ path, desired, found });
}

/** Many kinds omit values that are false or 0. */
const isFalse = (value: unknown): boolean => value === false || value === 0;

function compareLists(
  desired: readonly unknown[],
  found: readonly unknown[],
  path: ValuePath,
  out: Difference[],
): void {
  const key = KEYS.find((name) => isKeyOf(name, desired) && isKeyOf(name, found));
  if (key !== undefined) {
    const places = new Map(found.map((item, i) => [(item as Fields)[key], i]));
    for (const item of desired) {
      const place = places.get((item as Fields)[key]);
      if (place === undefined) out.push({ path, desired: item, found: undefined });
      else compare(item, found[place], [...path, place], out);
    }
    return;
  }
  if (desired.length === found.length && desired.every(isFields)) {
    for (const [i, item] of desired.entries()) compare(item, found[i], [...path, i], out);
    return;
  }
  out.push({ path, desired, found });
}

/** Whether every item has the key, with distinct values. */
function isKeyOf(key: string, items: readonly unknown[]): boolean {
  const values = new Set(items.map((item) => (isFields(item) ? item[key] : undefined)));
  return items.length > 0 && values.size === items.length && !values.has(undefined);
}

function isSameAmount(desired: unknown, found: unknown, path: ValuePath): boolean {
  if (!AMOUNTS.has(String(path.at(-2))) && !AMOUNT.has(String(path.at(-1)))) return false;
  try {
    return compareQuantity(parseQuantity(String(desired)), parseQuantity(String(found))) === 0;
  } catch {
    return false;
  }
}
