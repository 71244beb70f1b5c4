/** Rules of config maps: keys, size, immutability. */

import type { ConfigMap } from "kubernetes-types/core/v1";
import { equalInSteps } from "../../../../../shared/collections/deepEqual.ts";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import { type FieldError, forbidden, invalid, key, tooLong } from "../../../../../shared/fieldError.ts";
import { sortedEntries } from "../../../../../shared/sortInSteps.ts";
import { each, immediately, type Steps } from "../../../../../shared/steps.ts";
import { byteLength } from "../../../../../shared/text/regexText.ts";
import { decodedLength } from "../../../../ground/formats/encodings/base64.ts";
import { checkConfigKey, invalidBy } from "../../../../ground/formats/names/names.ts";
import type { MetadataErrors } from "../../../registry/metadata/objectMeta.ts";

type Data = Pick<ConfigMap, "data" | "binaryData" | "immutable">;

/** Maximum size in bytes of all values of a config map or a secret together. */
export const MAX_DATA_BYTES = 1024 * 1024;

/** Field errors of a config map: its keys and its size. */
export const validateConfigMap = immediately(configMapErrors);

/** The same in steps. */
export function* configMapErrors(object: Data): Steps<FieldError[]> {
  const data = yield* sortedEntries(object.data);
  const binaryData = yield* sortedEntries(object.binaryData);
  const errors = yield* errorsOfEach(data, "", ([name]) => {
    const path = key("data", name);
    const found = invalidBy(path, name, checkConfigKey(name));
    return Object.hasOwn(object.binaryData ?? {}, name)
      ? [...found, invalid(path, name, "duplicate of key present in binaryData")]
      : found;
  });
  const ofBytes = yield* errorsOfEach(binaryData, "", ([name]) =>
    invalidBy(key("binaryData", name), name, checkConfigKey(name)),
  );
  const size = (yield* sizeOf(data, byteLength)) + (yield* sizeOf(binaryData, decodedLength));
  // The reference reports the object as a whole under an empty path, which it prints as a pair of brackets.
  return [...errors, ...ofBytes, ...(size > MAX_DATA_BYTES ? [tooLong("[]", MAX_DATA_BYTES)] : [])];
}

/** Size in bytes of all values together. */
export function* sizeOf(
  entries: readonly (readonly [string, string | null])[],
  sizeOfOne: (value: string) => number,
): Steps<number> {
  let size = 0;
  yield* each(entries, ([, value]) => {
    size += sizeOfOne(value ?? "");
  });
  return size;
}

/** Immutability first, then the rules of a new object. */
export function* configMapUpdateErrors(
  object: Data,
  old: Data,
  { whole, change }: MetadataErrors,
): Steps<FieldError[]> {
  return [
    ...change,
    ...(yield* immutableErrors(object, old, ["data", "binaryData"])),
    ...whole,
    ...(yield* configMapErrors(object)),
  ];
}

/** Once `immutable` is true, neither it nor the data may change. */
export function* immutableErrors<K extends string>(
  object: { readonly immutable?: boolean } & { readonly [key in K]?: unknown },
  old: { readonly immutable?: boolean } & { readonly [key in K]?: unknown },
  fields: readonly K[],
): Steps<FieldError[]> {
  if (old.immutable !== true) return [];
  const detail = "field is immutable when `immutable` is set";
  const errors = object.immutable === true ? [] : [forbidden("immutable", detail)];
  for (const field of fields) {
    if (!(yield* equalInSteps(object[field] ?? {}, old[field] ?? {}))) errors.push(forbidden(field, detail));
  }
  return errors;
}
