import { badRequest } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { describeJsonError } from "../../../model/encoding/jsonSyntaxError.ts";
import { jsonKind } from "../../../model/schema/decodeContext.ts";

/**
 * The position at which a paged list continues: the revision, and the last key (relative to the prefix of the list).
 */
export interface ContinueToken {
  /** -1: continue at the latest revision (the first one is compacted and the client accepted that). */
  readonly revision: number;
  readonly after: string;
}

export function encodeContinue(token: ContinueToken, vocabulary: Vocabulary): string {
  const content = { v: `${vocabulary.metaGroup}/v1`, rv: token.revision, start: `${token.after}\0` };
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

/** @throws ApiError 400 */
export function decodeContinue(text: string, vocabulary: Vocabulary): ContinueToken {
  const fail = (message: string): never => {
    throw badRequest(`invalid continue token: ${message}`);
  };
  const illegal = /[^A-Za-z0-9_-]/.exec(text);
  if (illegal !== null) fail(`${INVALID}: illegal base64 data at input byte ${illegal.index}`);
  const json = Buffer.from(text, "base64url");
  let content: unknown;
  try {
    content = JSON.parse(json.toString("utf8"));
  } catch {
    return fail(`${INVALID}: ${describeJsonError(json)}`);
  }
  const kind = jsonKind(content);
  if (content !== null && kind !== "object") {
    return fail(`${INVALID}: json: cannot unmarshal ${kind} into Go value of type storage.continueToken`);
  }
  const { v, rv, start } = readMembers((content ?? {}) as Readonly<Record<string, unknown>>, fail);
  const version = `${vocabulary.metaGroup}/v1`;
  if (v !== version) return fail(`${INVALID}: server does not recognize this encoded version`);
  if (rv === 0) return fail(`${INVALID}: incorrect encoded start resourceVersion (version ${version})`);
  if (start === "") return fail(`${INVALID}: encoded start key empty (version ${version})`);
  if (!isClean(start)) return fail(INVALID);
  const key = start.replace(/^\//, "");
  return { revision: rv, after: key.endsWith("\0") ? key.slice(0, -1) : key };
}

const INVALID = "continue key is not valid";

/** The members that are present. `fail` gets the reference's message for a member of the wrong type. */
function readMembers(
  content: Readonly<Record<string, unknown>>,
  fail: (message: string) => never,
): { v: string; rv: number; start: string } {
  const mismatch = (given: string, name: string, type: string): never =>
    fail(`${INVALID}: json: cannot unmarshal ${given} into Go struct field continueToken.${name} of type ${type}`);
  const text = (name: string): string => {
    const value = content[name] ?? "";
    return typeof value === "string" ? value : mismatch(jsonKind(value), name, "string");
  };
  const rv = content["rv"] ?? 0;
  if (typeof rv !== "number") return mismatch(jsonKind(rv), "rv", "int64");
  if (!Number.isSafeInteger(rv)) return mismatch(`number ${rv}`, "rv", "int64");
  return { v: text("v"), rv, start: text("start") };
}

/** Whether a key stays below its prefix: it has no empty, `.` or `..` parts. */
const isClean = (key: string): boolean =>
  key === "/" ||
  key
    .replace(/^\//, "")
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== "..");
