import {
  type CelValue,
  Duration,
  isMap,
  ListValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  Uint,
} from "../values.ts";
import type { CelType } from "./celType.ts";

/** Whether a value can be an argument of a type; parts of containers are not looked at. */
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
      return value instanceof ListValue;
    case "map":
      return value !== null && isMap(value);
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

const optionalAccepts = (type: CelType | undefined, { value }: OptionalValue): boolean =>
  type === undefined || value === undefined || accepts(type, value);
