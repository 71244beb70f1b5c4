import { deepEqual } from "../../shared/deepEqual.ts";
import { cloneJson, isMap } from "../../shared/json/jsonValues.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import { ApiError, badRequest } from "../../shared/status.ts";
import { jsonTypeName } from "./goFormat.ts";

/** The most operations that one patch may have. */
export const MAX_PATCH_OPERATIONS = 10_000;
/** The most bytes that the copies of one patch may add up to. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from: string;
  readonly value: unknown;
}

/**
 * JSON patch (RFC 6902), with the reference's liberties: `replace` of an absent key adds it, a negative position counts from
 * the end, and `test` against null holds for what is absent. Maps on the paths of the operations come out sorted.
 *
 * @param patch the decoded body
 * @param strict whether the body was decoded as a list of operations first, as it is unless field validation is off
 * @returns a new value; `object` is left as it is
 * @throws ApiError 400 for a body that is no patch, 413 for one with too many operations, 422 when an operation does not
 * apply, or copies too much
 */
export function patchByOperations(
  object: Readonly<Record<string, unknown>>,
  patch: unknown,
  strict = true,
): Record<string, unknown> {
  const operations = decodeOperations(patch, strict);
  const root = cloneJson(object) as Record<string, unknown>;
  const walk: Walk = { root, entered: new Set([root]) };
  let copied = 0;
  for (const operation of operations) {
    if (operation.op === "copy") copied += copySize(walk, operation.from);
    if (copied > MAX_COPIED_BYTES || !applyOperation(walk, operation)) throw rejected();
  }
  for (const container of walk.entered) if (isMap(container)) sortInPlace(container as Record<string, unknown>);
  return walk.root;
}

/** The document, and the containers that operations looked into: the reference writes those anew. */
interface Walk {
  root: Record<string, unknown>;
  readonly entered: Set<unknown>;
}

function sortInPlace(map: Record<string, unknown>): void {
  const members = Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name] of members) delete map[name];
  for (const [name, value] of members) set(map, name, value);
}

/** The reference says no more than this about a patch that does not apply. */
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
    const why = `The allowed maximum operations in a JSON patch is ${MAX_PATCH_OPERATIONS}, got ${operations.length}`;
    throw new ApiError(413, "RequestEntityTooLarge", `Request entity too large: ${why}`);
  }
  return operations;
}

const NO_OPERATION: Operation = { op: "", path: "", from: "", value: null };

/** The container that a pointer leads to, and the last step; undefined when the way is blocked. */
function locate({ root, entered }: Walk, pointer: string): { container: unknown; key: string } | undefined {
  const steps = pointer.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (steps.length < 2) return undefined;
  let container: unknown = root;
  for (const step of steps.slice(1, -1)) {
    const found = read(container, step);
    if (found === undefined || found.value === null || typeof found.value !== "object") return undefined;
    container = found.value;
    entered.add(container);
  }
  return { container, key: steps[steps.length - 1] ?? "" };
}

/** The value at a key (null when a map has none), undefined when there cannot be one. */
function read(container: unknown, key: string): { value: unknown } | undefined {
  if (Array.isArray(container)) {
    const position = positionOf(key, container.length);
    return position === undefined ? undefined : { value: container[position] };
  }
  if (!isMap(container)) return undefined;
  return { value: Object.hasOwn(container, key) ? container[key] : null };
}

function positionOf(key: string, length: number): number | undefined {
  if (!/^-?\d+$/.test(key)) return undefined;
  const position = Number(key) < 0 ? Number(key) + length : Number(key);
  return position >= 0 && position < length ? position : undefined;
}

function set(container: unknown, key: string, value: unknown): boolean {
  if (Array.isArray(container)) {
    const position = positionOf(key, container.length);
    if (position === undefined) return false;
    container[position] = value;
    return true;
  }
  if (!isMap(container)) return false;
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true });
  return true;
}

function add(container: unknown, key: string, value: unknown): boolean {
  if (!Array.isArray(container)) return set(container, key, value);
  const position = key === "-" ? container.length : positionOf(key, container.length + 1);
  if (position === undefined) return false;
  container.splice(position, 0, value);
  return true;
}

function remove(container: unknown, key: string): boolean {
  if (Array.isArray(container)) {
    const position = positionOf(key, container.length);
    if (position === undefined) return false;
    container.splice(position, 1);
    return true;
  }
  if (!isMap(container) || !Object.hasOwn(container, key)) return false;
  return Reflect.deleteProperty(container, key);
}

/** Changes the document; false when the operation does not apply. */
function applyOperation(walk: Walk, { op, path, from, value }: Operation): boolean {
  const target = locate(walk, path);
  if (target === undefined) return path === "" && applyToRoot(walk, op, value);
  const { container, key } = target;
  switch (op) {
    case "add":
      return add(container, key, cloneJson(value));
    case "remove":
      return remove(container, key);
    case "replace":
      return read(container, key) !== undefined && set(container, key, cloneJson(value));
    case "test": {
      const found = read(container, key);
      return found !== undefined && deepEqual(found.value ?? null, value);
    }
    case "move":
    case "copy": {
      const source = locate(walk, from);
      const found = source === undefined ? undefined : read(source.container, source.key);
      if (source === undefined || found === undefined) return false;
      if (op === "move" && !remove(source.container, source.key)) return false;
      // A move out of a map or list on the way changes what the target path means.
      const now = locate(walk, path);
      return now !== undefined && add(now.container, now.key, op === "move" ? found.value : cloneJson(found.value));
    }
    default:
      return false;
  }
}

/** Of the whole document, operations may only make another one or compare it. */
function applyToRoot(walk: Walk, op: string, value: unknown): boolean {
  if (op === "test") return deepEqual(walk.root, value);
  if (op !== "replace" || !isMap(value)) return false;
  walk.root = cloneJson(value) as Record<string, unknown>;
  walk.entered.add(walk.root);
  return true;
}

function copySize(walk: Walk, from: string): number {
  const source = locate(walk, from);
  const found = source === undefined ? undefined : read(source.container, source.key);
  return found === undefined ? 0 : Buffer.byteLength(stringifyJson(found.value ?? null));
}
