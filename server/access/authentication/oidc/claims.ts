import { parseJson } from "../../../../shared/json/parseJson.ts";
import { describeJsonError } from "../../../model/encoding/jsonSyntaxError.ts";
import { refuseDeepNesting } from "../../../model/encoding/nesting.ts";
import { jsonKind } from "../../../model/schema/decodeContext.ts";

/** The payload of a token: JSON by literal claim name. Dots in names have no meaning. */
export type Claims = Readonly<Record<string, unknown>>;

/** Decodes the middle part of a compact token. @throws Error when it is not a JSON object */
export const decodeClaims = (part: string): Claims => parseClaims(decodeBase64Url(part));

/** @throws Error when the text is not a JSON object */
export function parseClaims(text: string): Claims {
  refuseDeepNesting(text);
  const claims = jsonOf(text);
  if (jsonKind(claims) !== "object" || claims === null) throw mismatch(claims, "map[string]json.RawMessage");
  return claims as Claims;
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new Error(describeJsonError(text));
  }
}

/** @throws Error for characters outside of the alphabet */
export function decodeBase64Url(part: string): string {
  const odd = /[^A-Za-z0-9_-]/.exec(part);
  if (odd !== null) throw new Error(`illegal base64 data at input byte ${odd.index}`);
  return Buffer.from(part, "base64url").toString("utf8");
}

export const hasClaim = (claims: Claims, name: string): boolean => Object.hasOwn(claims, name);

/** A claim that must be a string; null counts as empty. @throws Error */
export function textClaim(claims: Claims, name: string): string {
  const value = presentClaim(claims, name);
  if (value === null) return "";
  if (typeof value !== "string") throw mismatch(value, "string");
  return value;
}

/** A claim that must be a boolean; null counts as false. @throws Error */
export function booleanClaim(claims: Claims, name: string): boolean {
  const value = presentClaim(claims, name);
  if (value === null) return false;
  if (typeof value !== "boolean") throw mismatch(value, "bool");
  return value;
}

/** A claim that must be a list of strings, or a single one. @throws Error */
export function textsClaim(claims: Claims, name: string): string[] {
  const value = presentClaim(claims, name);
  if (value === null) return [];
  if (Array.isArray(value) && value.every((item) => item === null || typeof item === "string")) {
    return value.map((item: string | null) => item ?? "");
  }
  if (typeof value !== "string") throw mismatch(value, "string");
  return [value];
}

function presentClaim(claims: Claims, name: string): unknown {
  if (!hasClaim(claims, name)) throw new Error("claim not present");
  return claims[name];
}

/** @param place what has the type, if it is not the value itself */
export const mismatch = (value: unknown, type: string, place = "value"): Error =>
  new Error(`json: cannot unmarshal ${value === null ? "null" : jsonKind(value)} into Go ${place} of type ${type}`);
