/** The result types of expressions that change objects: partial objects and JSON patches. */
import type { Messages } from "../environment.ts";
import { define, type Overload, traverse } from "../overload.ts";
import { type CelType, DYN, listOf, objectOf, openObject, STRING } from "../types/celType.ts";
import { text } from "./arguments.ts";

/** The type of a partial object. Types of its members are named by their path: `Object.spec.template`. */
export const OBJECT = "Object";

/** An operation of a JSON patch (RFC 6902). */
const JSON_PATCH: CelType = objectOf("JSONPatch", { op: STRING, path: STRING, from: STRING, value: DYN });

/** The result of an apply configuration's expression. */
export const APPLY_CONFIGURATION: CelType = openObject(OBJECT);
/** The result of a JSON patch's expression. */
export const JSON_PATCHES: CelType = listOf(JSON_PATCH);

/**
 * The messages that expressions which change objects can create. Objects may have any member, because their schema is
 * not known here.
 */
export const patchMessages: Messages = (name) => {
  if (name === "JSONPatch") return JSON_PATCH;
  return name === OBJECT || name.startsWith(`${OBJECT}.`) ? openObject(name) : undefined;
};

/** Functions of expressions that change objects. */
export const patchLibrary: readonly Overload[] = [
  define("jsonpatch.escapeKey(string): string", ([s]) => text(s).replaceAll("~", "~0").replaceAll("/", "~1"), {
    cost: traverse,
  }),
];
