/** Decodes scalars: checks type and range, and converts to the canonical text where there are several. */
import { JsonNumber } from "../../../shared/json/jsonNumber.ts";
import { canonicalQuantity, QuantityError } from "../../../shared/quantity.ts";
import type { ScalarNode } from "../../../shared/schema/typeNode.ts";
import { DecodeError } from "../../ground/formats/wording/decodeError.ts";
import { formatDuration, parseDuration } from "../../ground/formats/wording/durationText.ts";
import { formatMicroTime, formatTime, parseMicroTime, parseTime } from "../../ground/formats/wording/timeText.ts";
import { canonicalBase64 } from "./base64Text.ts";
import { type DecodeContext, jsonKind, noteMismatch, typeMismatch, typeText } from "./decodeContext.ts";

const INT32_LIMIT = 2 ** 31;
const INT64_LIMIT = 2n ** 63n;

/**
 * @returns undefined when the value is invalid (recorded in the context) or the zero time
 * @throws DecodeError at once for text that its own parser rejects, where the reference's decoder stops, too
 */
export function decodeScalar(node: ScalarNode, value: unknown, context: DecodeContext): unknown {
  switch (node.scalar) {
    case "string":
      return typeof value === "string" ? value : mismatch(node, value, context);
    case "bool":
      return typeof value === "boolean" ? value : mismatch(node, value, context);
    case "int32":
    case "int64":
      return decodeInteger(node, value, context);
    case "double":
    case "float":
      return isNumber(value) ? Number(numberText(value)) : mismatch(node, value, context);
    case "bytes":
      return decodeBytes(node, value, context);
    case "quantity":
      return decodeQuantity(value);
    case "intOrString":
      return typeof value === "string" ? value : intValue(value, context);
    case "time":
      return formatTime(parseTime(textOnly(value, context))) ?? undefined;
    case "microTime":
      return formatMicroTime(parseMicroTime(textOnly(value, context))) ?? undefined;
    case "duration":
      return formatDuration(parseDuration(textOnly(value, context)));
  }
}

type AnyNumber = number | bigint | JsonNumber;

const isNumber = (value: unknown): value is AnyNumber =>
  typeof value === "number" || typeof value === "bigint" || value instanceof JsonNumber;

const numberText = (value: AnyNumber): string => (value instanceof JsonNumber ? value.text : String(value));

function mismatch(node: ScalarNode, value: unknown, context: DecodeContext): undefined {
  noteMismatch(context, jsonKind(value), typeText(node));
  return undefined;
}

/**
 * Numbers that are not integers of this width are quoted in the message. A bigint is kept where a double would round
 * it.
 */
function decodeInteger(node: ScalarNode, value: unknown, context: DecodeContext): unknown {
  if (!isNumber(value)) return mismatch(node, value, context);
  if (fits(value, node.scalar === "int32")) return value;
  noteMismatch(context, `number ${numberText(value)}`, node.scalar);
  return undefined;
}

function fits(value: AnyNumber, narrow: boolean): value is number | bigint {
  if (value instanceof JsonNumber || (typeof value === "number" && !Number.isInteger(value))) return false;
  if (narrow) return value >= -INT32_LIMIT && value < INT32_LIMIT;
  return value >= -INT64_LIMIT && value < INT64_LIMIT;
}

/**
 * Decodes base64 text, or a list of numbers, one per byte. Bad base64 is recorded like a wrong type: decoding
 * continues.
 */
function decodeBytes(node: ScalarNode, value: unknown, context: DecodeContext): unknown {
  if (Array.isArray(value)) return decodeByteList(value, context);
  if (typeof value !== "string") return mismatch(node, value, context);
  try {
    return canonicalBase64(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    context.mismatch ??= error;
    return undefined;
  }
}

function decodeByteList(items: readonly unknown[], context: DecodeContext): string {
  const bytes = items.map((item) => {
    if (item === null) return 0;
    if (typeof item === "number" && Number.isInteger(item) && item >= 0 && item <= 255) return item;
    noteMismatch(context, isNumber(item) ? `number ${numberText(item)}` : jsonKind(item), "uint8");
    return 0;
  });
  return Buffer.from(bytes).toString("base64");
}

function decodeQuantity(value: unknown): string {
  try {
    return canonicalQuantity(
      typeof value === "string" ? value.trim() : isNumber(value) ? numberText(value) : JSON.stringify(value),
    );
  } catch (error) {
    throw error instanceof QuantityError ? new DecodeError(error.message) : error;
  }
}

/** An error of a value that parses its own text ends the decoding, with the place of that value. */
function intValue(value: unknown, context: DecodeContext): number {
  if (!isNumber(value)) throw typeMismatch(context, jsonKind(value), "int32");
  if (!fits(value, true)) throw typeMismatch(context, `number ${numberText(value)}`, "int32");
  return Number(value);
}

function textOnly(value: unknown, context: DecodeContext): string {
  if (typeof value === "string") return value;
  throw typeMismatch(context, jsonKind(value), "string");
}
