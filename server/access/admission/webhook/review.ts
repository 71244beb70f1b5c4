import type { Status } from "../../../../shared/status.ts";
import { quoted } from "../../../../shared/text/quoted.ts";

/** A validated response of a webhook. */
export interface ReviewAnswer {
  readonly allowed: boolean;
  /** The decoded patch; empty when there is none. */
  readonly patch: string;
  readonly patchType: string;
  readonly status: Partial<Status> | undefined;
  readonly warnings: readonly string[];
  /** As received; the caller ignores values that are not strings. */
  readonly auditAnnotations: Readonly<Record<string, unknown>>;
}

/** Thrown for an invalid response; the message is the reference's. */
export class InvalidAnswerError extends Error {}
/** Thrown for a response that is not even a review. */
class UndecodableAnswerError extends Error {}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * Validates a response as strictly as its version requires.
 * @param group rendered group of reviews
 * @throws InvalidAnswerError, UndecodableAnswerError
 */
export function readReview(
  answer: unknown,
  expected: {
    readonly uid: string;
    readonly version: "v1" | "v1beta1";
    readonly mutating: boolean;
    readonly group: string;
  },
): ReviewAnswer {
  if (!isFields(answer)) throw undecodable(answer, "value", "struct");
  const response = answer["response"] ?? undefined;
  if (response === undefined) throw new InvalidAnswerError("webhook response was absent");
  if (!isFields(response)) throw undecodable(response, "field AdmissionReview.response", "AdmissionResponse");
  const field = <T>(name: string, type: "string" | "boolean", goType: string): T | undefined => {
    const value = response[name] ?? undefined;
    if (value !== undefined && typeof value !== type) {
      throw undecodable(value, `field AdmissionResponse.response.${name}`, goType);
    }
    return value as T | undefined;
  };
  const uid = field<string>("uid", "string", "types.UID") ?? "";
  const allowed = field<boolean>("allowed", "boolean", "bool") ?? false;
  const patch = decodePatch(field<string>("patch", "string", "[]uint8") ?? "");
  const patchType = field<string>("patchType", "string", "v1.PatchType");
  if (expected.version === "v1") {
    checkIdentity(answer, uid, expected);
    if (expected.mutating) checkPatch(patch, patchType);
    else checkNoPatch(patch, patchType);
  }
  const status = response["status"] ?? undefined;
  if (status !== undefined && !isFields(status)) {
    throw undecodable(status, "field AdmissionResponse.response.status", "v1.Status");
  }
  return {
    allowed,
    patch: expected.mutating ? patch : "",
    patchType: expected.version === "v1" ? (patchType ?? "") : "JSONPatch",
    status: status as Partial<Status> | undefined,
    warnings: texts(response["warnings"]),
    auditAnnotations: isFields(response["auditAnnotations"]) ? response["auditAnnotations"] : {},
  };
}

function checkIdentity(answer: Fields, uid: string, expected: { readonly uid: string; readonly group: string }): void {
  if (uid !== expected.uid) {
    throw new InvalidAnswerError(`expected response.uid=${quoted(expected.uid)}, got ${quoted(uid)}`);
  }
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const [apiVersion, kind] = [text(answer["apiVersion"]), text(answer["kind"])];
  const wanted = `${expected.group}/v1`;
  if (apiVersion === wanted && kind === "AdmissionReview") return;
  // The reference prints a version without a group behind a slash.
  const got = apiVersion.includes("/") ? apiVersion : `/${apiVersion}`;
  throw new InvalidAnswerError(
    `expected webhook response of ${wanted}, Kind=AdmissionReview, got ${got}, Kind=${kind}`,
  );
}

function checkPatch(patch: string, patchType: string | undefined): void {
  if (patch !== "" && patchType === undefined) {
    throw new InvalidAnswerError("webhook returned response.patch but not response.patchType");
  }
  if (patch === "" && patchType !== undefined) {
    throw new InvalidAnswerError("webhook returned response.patchType but not response.patch");
  }
  if (patchType === "") throw new InvalidAnswerError('webhook returned invalid response.patchType of ""');
}

function checkNoPatch(patch: string, patchType: string | undefined): void {
  if (patch !== "") throw new InvalidAnswerError("validating webhook may not return response.patch");
  if (patchType !== undefined) throw new InvalidAnswerError("validating webhook may not return response.patchType");
}

/** @throws UndecodableAnswerError for text that is not base64 */
function decodePatch(text: string): string {
  const bare = text.replaceAll(/[\r\n]/g, "");
  const wrong = /[^A-Za-z0-9+/=]|=(?=[^=])/.exec(bare);
  if (wrong !== null || bare.length % 4 !== 0) {
    throw new UndecodableAnswerError(
      `illegal base64 data at input byte ${wrong?.index ?? bare.length - (bare.length % 4)}`,
    );
  }
  return Buffer.from(bare, "base64").toString("utf8");
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

function undecodable(value: unknown, where: string, type: string): UndecodableAnswerError {
  const found = Array.isArray(value)
    ? "array"
    : typeof value === "boolean"
      ? "bool"
      : value === null
        ? "null"
        : typeof value;
  return new UndecodableAnswerError(
    `json: cannot unmarshal ${found} into Go ${where === "value" ? `value of type ${type}` : `struct ${where} of type ${type}`}`,
  );
}
