import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";

/** Milliseconds of a duration in Go's format: `1m30s`, `1.5h`, `0`; undefined for any other text. */
export function goDuration(text: string): number | undefined {
  try {
    return Number(parseDuration(text)) / 1e6;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return undefined;
  }
}
