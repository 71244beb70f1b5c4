import { equalInSteps } from "../../../shared/collections/deepEqual.ts";
import { cloneInSteps, isMap } from "../../../shared/json/jsonValues.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { ApiError, badRequest } from "../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { jsonTypeName } from "./goFormat.ts";
import { PatchDocument, type Place } from "./patchDocument.ts";

/** Maximum number of operations in a patch. */
export const MAX_PATCH_OPERATIONS = 10_000;
/** Maximum total size of a patch's copies, in bytes. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from: string;
  readonly value: unknown;
}

export interface PatchOptions {
  /**
   * Whether the body was decoded as a list of operations first, which happens unless field validation is off. Default:
   * true.
   */
  readonly strict?: boolean;
  /** Positions of `test` operations that no value can pass. */
  readonly odd?: ReadonlySet<number> | undefined;
}

/**
 * JSON patch (RFC 6902), with the reference's deviations: `replace` of an absent key adds it, a negative position
 * counts from the end, and `test` against null succeeds for an absent value. Maps on the paths of the operations are
 * sorted in the result.
 *
 * @param patch the decoded body
 * @returns a new value; `object` is not changed
 * @throws ApiError 400 for a body that is not a patch, 413 for one with too many operations, 422 when an operation does
 * not apply, or copies too much
 */
export function* patchInSteps(
  object: Readonly<Record<string, unknown>>,
  patch: unknown,
  { strict = true, odd }: PatchOptions = {},
): Steps<Record<string, unknown>> {
  const operations = decodeOperations(patch, strict);
  const document = new PatchDocument((yield* cloneInSteps(object)) as Record<string, unknown>);
  let copied = 0;
  for (const [i, operation] of operations.entries()) {
    if (isTurnDue()) yield;
    if (odd?.has(i) === true) throw rejected();
    if (operation.op === "copy") copied += copySize(document, operation.from);
    if (copied > MAX_COPIED_BYTES || !(yield* applyOperation(document, operation))) throw rejected();
  }
  return yield* document.finish();
}

/** The error for a patch that does not apply; the reference gives no more details. */
export const rejected = (): ApiError =>
  new ApiError(422, "Invalid", "the server rejected our request due to an error in our request", {});

function decodeOperations(patch: unknown, strict: boolean): Operation[] {
  if (patch === null) return [];
  const cannotDecode = (value: unknown, into: string): ApiError =>
    badRequest(
      `${strict ? "error decoding patch: " : ""}json: cannot unmarshal ${jsonTypeName(value)} into Go ${into}`,
    );
  if (!Array.isArray(patch)) {
    throw cannotDecode(patch, `value of type ${strict ? "[]handlers.jsonPatchOp" : "jsonpatch.Patch"}`);
  }
  const operations = patch.map((item: unknown): Operation => {
    if (item === null) return NO_OPERATION;
    if (!isMap(item)) {
      throw cannotDecode(item, `value of type ${strict ? "handlers.jsonPatchOp" : "jsonpatch.Operation"}`);
    }
    const text = (field: "op" | "path" | "from"): string => {
      const value = item[field] ?? "";
      if (typeof value === "string") return value;
      if (strict) throw cannotDecode(value, `struct field jsonPatchOp.${field} of type string`);
      return "";
    };
    return { op: text("op"), path: text("path"), from: text("from"), value: item["value"] ?? null };
  });
  if (operations.length > MAX_PATCH_OPERATIONS) {
    const message = `The allowed maximum operations in a JSON patch is ${MAX_PATCH_OPERATIONS}, got ${operations.length}`;
    throw new ApiError(413, "RequestEntityTooLarge", `Request entity too large: ${message}`);
  }
  return operations;
}

const NO_OPERATION: Operation = { op: "", path: "", from: "", value: null };

/** Changes the document; false when the operation does not apply. */
function* applyOperation(document: PatchDocument, { op, path, from, value }: Operation): Steps<boolean> {
  const target = document.locate(path);
  if (target === undefined) return path === "" && (yield* applyToRoot(document, op, value));
  switch (op) {
    case "add":
      return document.add(target, yield* cloneInSteps(value));
    case "remove":
      return document.remove(target);
    case "replace":
      return document.read(target) !== undefined && document.set(target, yield* cloneInSteps(value));
    case "test": {
      const found = document.read(target);
      return found !== undefined && (yield* equalInSteps(document.whole(found.value) ?? null, value));
    }
    case "move":
    case "copy": {
      const source = document.locate(from);
      const found = source === undefined ? undefined : document.read(source);
      if (source === undefined || found === undefined) return false;
      if (op === "move" && !document.remove(source)) return false;
      // Removing the source of a move from a map or list may change the meaning of the target path.
      const now: Place | undefined = document.locate(path);
      if (now === undefined) return false;
      return document.add(now, op === "move" ? found.value : yield* cloneInSteps(document.whole(found.value)));
    }
    default:
      return false;
  }
}

/**
 * Operations on the root can only replace the whole document or compare it. As in the reference, replacing it by a
 * scalar or null succeeds without an effect.
 * @throws ApiError 400 when the new document is a list
 */
function* applyToRoot(document: PatchDocument, op: string, value: unknown): Steps<boolean> {
  if (op === "test") return yield* equalInSteps(document.whole(document.root), value);
  if (op !== "replace") return false;
  if (Array.isArray(value)) throw badRequest(noKindIn(value));
  if (!isMap(value)) return true;
  document.replaceRoot((yield* cloneInSteps(value)) as Record<string, unknown>);
  return true;
}

/** The reference's error when it looks for the kind of something other than an object. */
const noKindIn = (value: unknown): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ` +
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function copySize(document: PatchDocument, from: string): number {
  const source = document.locate(from);
  const found = source === undefined ? undefined : document.read(source);
  return found === undefined ? 0 : Buffer.byteLength(stringifyJson(document.whole(found.value) ?? null));
}
