import { badRequest } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { describeJsonError } from "../encoding/jsonSyntaxError.ts";

/** Where a paged list goes on: at which revision, after which key (relative to the resource's prefix). */
export interface ContinueToken {
  /** -1: go on at the latest revision (the first one is gone and the client accepted that). */
  readonly revision: number;
  readonly after: string;
}

export function encodeContinue(token: ContinueToken, vocabulary: Vocabulary): string {
  const content = { v: `${vocabulary.metaGroup}/v1`, rv: token.revision, start: `${token.after}\0` };
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

/** @throws ApiError 400 */
export function decodeContinue(text: string, vocabulary: Vocabulary): ContinueToken {
  const fail = (why: string): never => {
    throw badRequest(`invalid continue token: ${why}`);
  };
  const illegal = /[^A-Za-z0-9_-]/.exec(text);
  if (illegal !== null) fail(`continue key is not valid: illegal base64 data at input byte ${illegal.index}`);
  const json = Buffer.from(text, "base64url");
  let content: { v?: unknown; rv?: unknown; start?: unknown };
  try {
    content = JSON.parse(json.toString("utf8")) as typeof content;
  } catch {
    return fail(`continue key is not valid: ${describeJsonError(json)}`);
  }
  const { v, rv, start } = content;
  if (v !== `${vocabulary.metaGroup}/v1` || typeof start !== "string" || typeof rv !== "number") {
    return fail("continue key is not valid: server does not recognize this encoded version");
  }
  if (!Number.isSafeInteger(rv)) {
    fail(`continue key is not valid: json: cannot unmarshal number ${rv} into Go struct field .rv of type int64`);
  }
  if (start === "" || start.includes("..")) return fail("continue key is not valid: encoded start key is not valid");
  return { revision: rv, after: start.endsWith("\0") ? start.slice(0, -1) : start };
}
