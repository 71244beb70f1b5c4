/** Conversions of tagged items. */

import type { TypeNode } from "../../../../shared/schema/typeNode.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { parseTime } from "../../../ground/formats/wording/timeText.ts";
import { TYPE_NAMES } from "./cborError.ts";
import { type CborReader, notAccepted } from "./cborReader.ts";
import { MAJOR } from "./cborWriter.ts";
import { isBytes } from "./typeSteps.ts";

const TIME_TEXT = 0;
const EPOCH_TIME = 1;
const BIGNUM = 2;
const NEGATIVE_BIGNUM = 3;

/** Tags of byte strings that define their text encoding for formats such as JSON. */
const LATER_ENCODINGS: ReadonlyMap<number | bigint, BufferEncoding> = new Map([
  [21, "base64url"],
  [22, "base64"],
  [23, "hex"],
]);

/** The range of years in RFC 3339, in seconds since the epoch. */
const FIRST_SECOND = Date.parse("0001-01-01T00:00:00Z") / 1000;
const LAST_SECOND = Date.parse("9999-12-31T23:59:59Z") / 1000;

/**
 * The value of a tagged item. Times become RFC 3339 text, bytes become the text of the requested encoding (base64 where
 * bytes are expected, as in JSON). Tags without a meaning here are ignored.
 *
 * @param content reads the tagged item
 * @throws CborError for big integers
 */
export function* readTagged(
  reader: CborReader,
  tag: number | bigint,
  type: TypeNode | undefined,
  content: () => Steps<unknown>,
): Steps<unknown> {
  if (tag === BIGNUM || tag === NEGATIVE_BIGNUM) throw notAccepted("tag", "bignum");
  const major = reader.peek();
  const encoding = LATER_ENCODINGS.get(tag);
  if (encoding !== undefined && major === MAJOR.bytes) {
    return (yield* reader.stringBytes()).toString(isBytes(type) ? "base64" : encoding);
  }
  const value = yield* content();
  if (tag === TIME_TEXT) return timeText(reader, major, value);
  if (tag === EPOCH_TIME) return epochTime(reader, major, value);
  return value;
}

function timeText(reader: CborReader, major: number, value: unknown): unknown {
  if (typeof value !== "string") {
    reader.refuse(`cbor: tag number 0 must be followed by text string, got ${TYPE_NAMES[major]}`);
    return value;
  }
  try {
    parseTime(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reader.refuse(`cbor: cannot set ${value} for time.Time: ${error.message}`);
  }
  return value;
}

function epochTime(reader: CborReader, major: number, value: unknown): unknown {
  if (typeof value !== "number" && typeof value !== "bigint") {
    const got = TYPE_NAMES[major];
    reader.refuse(`cbor: tag number 1 must be followed by integer or floating-point number, got ${got}`);
    return value;
  }
  const seconds = Number(value);
  if (seconds >= FIRST_SECOND && seconds <= LAST_SECOND) return formatSeconds(seconds);
  reader.refuse(`cbor: cannot set ${value} for time.Time: year outside of range [0,9999]`);
  return value;
}

/** `2026-01-02T03:04:05.5Z`, without trailing zeros. */
const formatSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(/\.?0*Z$/, "Z");
