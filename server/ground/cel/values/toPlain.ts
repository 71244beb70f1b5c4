/** Converts results to plain JavaScript. */
import { setMember } from "../../../../shared/json/setMember.ts";
import { CostLimitError } from "../diagnostics.ts";
import { formatDuration, formatTimestamp } from "./times.ts";
import {
  type CelValue,
  Duration,
  isMap,
  ListValue,
  MessageValue,
  ObjectValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  Uint,
} from "./values.ts";

/** Maximum number of elements: joined lists take no memory until they are turned into arrays. */
const MAX_ELEMENTS = 1_000_000;

/** int and uint become numbers, or bigints beyond the safe integers; an empty optional becomes null. */
export function toPlain(value: CelValue): unknown {
  if (typeof value === "bigint") return plainInteger(value);
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
  if (value instanceof Uint) return plainInteger(value.value);
  if (value instanceof ListValue) {
    if (value.size > MAX_ELEMENTS) throw new CostLimitError();
    return [...value.values()].map(toPlain);
  }
  if (value instanceof MessageValue) return plainMembers(value.fields);
  if (value instanceof ObjectValue) return value.raw;
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof TypeValue) return value.name;
  if (value instanceof OptionalValue) return value.value === undefined ? null : toPlain(value.value);
  if (!isMap(value)) return value.data;
  return plainMembers([...value.keys()].map((key) => [String(toPlain(key)), value.get(key)]));
}

function plainMembers(members: Iterable<readonly [string, CelValue | undefined]>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [name, member] of members) if (member !== undefined) setMember(plain, name, toPlain(member));
  return plain;
}

const plainInteger = (value: bigint): number | bigint => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};
