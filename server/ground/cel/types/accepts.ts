import {
  type CelValue,
  Duration,
  isMap,
  ListValue,
  type MapLike,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  Uint,
} from "../values/values.ts";
import type { CelType, MapType } from "./celType.ts";

/** Whether a value can be an argument of a type; for containers, only the first element is checked. */
export function accepts(type: CelType, value: CelValue): boolean {
  switch (type.kind) {
    case "bool":
      return typeof value === "boolean";
    case "int":
      return typeof value === "bigint";
    case "uint":
      return value instanceof Uint;
    case "double":
      return typeof value === "number";
    case "string":
      return typeof value === "string";
    case "bytes":
      return value instanceof Uint8Array;
    case "null_type":
      return value === null;
    case "timestamp":
      return value instanceof Timestamp;
    case "duration":
      return value instanceof Duration;
    case "list":
      return value instanceof ListValue && (value.size === 0 || accepts(type.element, value.at(0)));
    case "map":
      return value !== null && isMap(value) && firstEntryAccepted(type, value);
    case "object":
      return value instanceof ObjectValue && value.type === type.name;
    case "opaque":
      if (type.name !== "optional_type") return value instanceof OpaqueValue && value.type === type.name;
      return value instanceof OptionalValue && optionalAccepts(type.parameters[0], value);
    case "type":
      return value instanceof TypeValue;
    case "dyn":
    case "error":
    case "parameter":
      return true;
  }
}

/** Checks the first entry in place of all, as for lists. */
function firstEntryAccepted({ key, value }: MapType, map: MapLike): boolean {
  if (isAny(key) && isAny(value)) return true;
  for (const first of map.keys()) return accepts(key, first) && accepts(value, map.get(first) ?? null);
  return true;
}

const isAny = ({ kind }: CelType): boolean => kind === "dyn" || kind === "parameter";

const optionalAccepts = (type: CelType | undefined, { value }: OptionalValue): boolean =>
  type === undefined || value === undefined || accepts(type, value);
