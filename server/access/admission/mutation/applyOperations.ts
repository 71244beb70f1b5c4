import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError, internalError } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { patchInSteps } from "../../../model/apply/jsonPatch.ts";

/** An operation of a JSON patch, from a webhook or a policy. */
export type Operation = Readonly<Record<string, unknown>>;

/** Why a patch cannot be applied. */
export interface PatchFailure {
  readonly reason: string;
  /** A `test` operation failed, which means that the webhook or policy wants no change in this case. */
  readonly isTest: boolean;
}

/**
 * Applies a patch. Returns the object, not decoded yet, or why the patch cannot be applied.
 * @throws ApiError 500 when it has too many operations, copies too much, or contains an invalid operation
 */
export function* tryOperations(
  object: ApiObject,
  operations: readonly Operation[],
): Steps<{ readonly patched: Record<string, unknown> } | PatchFailure> {
  try {
    return { patched: yield* patchInSteps(object, operations) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 422) throw internalError(error.message);
    return yield* describeFailure(object, operations);
  }
}

/**
 * Applies a patch. Returns the object, not decoded yet.
 * @throws ApiError 500 that describes the first failing operation
 */
export function* applyOperations(object: ApiObject, operations: readonly Operation[]): Steps<Record<string, unknown>> {
  const made = yield* tryOperations(object, operations);
  if ("reason" in made) throw internalError(made.reason);
  return made.patched;
}

/**
 * Finds the failing operation by bisection, so that only a few patches are applied, however many operations there are.
 */
function* describeFailure(object: ApiObject, operations: readonly Operation[]): Steps<PatchFailure> {
  let applying = 0;
  let failing = operations.length;
  while (failing - applying > 1) {
    const middle = Math.floor((applying + failing) / 2);
    if ((yield* patched(object, operations.slice(0, middle))) === undefined) failing = middle;
    else applying = middle;
  }
  const current = (yield* patched(object, operations.slice(0, applying))) ?? object;
  const operation = operations[applying];
  // An operation that succeeds alone but not after the others copies too much.
  if (operation === undefined || (yield* patched(current, [operation])) !== undefined) {
    return { reason: "the patch does not apply", isTest: false };
  }
  return { reason: describeOperation(current, operation), isTest: operation["op"] === "test" };
}

/** Applies operations; returns undefined when they fail. */
function* patched(
  object: Record<string, unknown>,
  operations: readonly Operation[],
): Steps<Record<string, unknown> | undefined> {
  try {
    return yield* patchInSteps(object, operations);
  } catch {
    return undefined;
  }
}

function describeOperation(object: Record<string, unknown>, operation: Operation): string {
  const [op, path, from] = ["op", "path", "from"].map((field) => String(operation[field] ?? "")) as [
    string,
    string,
    string,
  ];
  const parent = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
  const key = path.slice(path.lastIndexOf("/") + 1);
  switch (op) {
    case "add":
      return exists(object, parent)
        ? `error in add for path: '${path}': invalid index referenced`
        : `add operation does not apply: doc is missing path: "${path}": missing value`;
    case "remove":
      return exists(object, parent)
        ? `error in remove for path: '${path}': Unable to remove nonexistent key: ${key}: missing value`
        : `remove operation does not apply: doc is missing path: "${path}": missing value`;
    case "replace":
      return exists(object, parent)
        ? `replace operation does not apply: doc is missing key: ${path}: missing value`
        : `replace operation does not apply: doc is missing path: ${path}: missing value`;
    case "move":
    case "copy":
      return exists(object, from)
        ? `${op} operation does not apply: doc is missing destination path: ${path}: missing value`
        : `${op} operation does not apply: doc is missing from path: ${from}: missing value`;
    case "test":
      return exists(object, parent)
        ? `testing value ${path} failed: test failed`
        : `test operation does not apply: is missing path: ${path}: missing value`;
    default:
      return `Unexpected kind: ${op === "" ? "unknown" : op}`;
  }
}

/** Whether a pointer refers to an existing value. */
function exists(object: Record<string, unknown>, pointer: string): boolean {
  let value: unknown = object;
  for (const step of pointer.split("/").slice(1)) {
    if (value === null || typeof value !== "object") return false;
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return value !== null && typeof value === "object";
}
