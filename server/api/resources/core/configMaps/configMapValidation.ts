/** Rules of config maps: keys, size, immutability. */

import type { ConfigMap } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/append.ts";
import { deepEqual } from "../../../../../shared/deepEqual.ts";
import { type FieldError, forbidden, invalid, key, tooLong } from "../../../../../shared/fieldError.ts";
import { byteLength } from "../../../../../shared/regexText.ts";
import { decodedLength } from "../../../../ground/formats/base64.ts";
import { checkConfigKey, invalidBy } from "../../../../ground/formats/names.ts";

type Data = Pick<ConfigMap, "data" | "binaryData" | "immutable">;

/** Bytes of all values of a config map or a secret. */
export const MAX_DATA_BYTES = 1024 * 1024;

/** Field errors of a config map: its keys and its size. */
export function validateConfigMap(object: Data): FieldError[] {
  const errors: FieldError[] = [];
  const data = Object.entries(object.data ?? {}).sort(byName);
  const binaryData = Object.entries(object.binaryData ?? {}).sort(byName);
  let size = 0;
  for (const [name, value] of data) {
    const path = key("data", name);
    append(errors, invalidBy(path, name, checkConfigKey(name)));
    if (Object.hasOwn(object.binaryData ?? {}, name)) {
      errors.push(invalid(path, name, "duplicate of key present in binaryData"));
    }
    size += byteLength(value);
  }
  for (const [name, value] of binaryData) {
    append(errors, invalidBy(key("binaryData", name), name, checkConfigKey(name)));
    size += decodedLength(value ?? "");
  }
  // The reference reports the object as a whole under an empty path, which it prints as a pair of brackets.
  if (size > MAX_DATA_BYTES) errors.push(tooLong("[]", MAX_DATA_BYTES));
  return errors;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** Immutability first, then the rules of a new object. */
export function validateConfigMapUpdate(object: Data, old: Data): FieldError[] {
  return [...immutableErrors(object, old, ["data", "binaryData"]), ...validateConfigMap(object)];
}

/** Once `immutable` is true, neither it nor the data may change. */
export function immutableErrors<K extends string>(
  object: { readonly immutable?: boolean } & { readonly [key in K]?: unknown },
  old: { readonly immutable?: boolean } & { readonly [key in K]?: unknown },
  fields: readonly K[],
): FieldError[] {
  if (old.immutable !== true) return [];
  const detail = "field is immutable when `immutable` is set";
  const errors = object.immutable === true ? [] : [forbidden("immutable", detail)];
  for (const field of fields) {
    if (!deepEqual(object[field] ?? {}, old[field] ?? {})) errors.push(forbidden(field, detail));
  }
  return errors;
}
