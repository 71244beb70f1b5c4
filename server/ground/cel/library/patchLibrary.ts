/** The results of expressions that change objects: partial objects and JSON patches. */
import type { Messages } from "../environment.ts";
import { define, type Overload, traverse } from "../overload.ts";
import { type CelType, DYN, listOf, objectOf, openObject, STRING } from "../types/celType.ts";
import { text } from "./arguments.ts";

/** The type of a partial object. Types of its members are named by their path: `Object.spec.template`. */
export const OBJECT = "Object";

/** An operation of a JSON patch (RFC 6902). */
const JSON_PATCH: CelType = objectOf("JSONPatch", { op: STRING, path: STRING, from: STRING, value: DYN });

/** What an expression of an apply configuration evaluates to. */
export const APPLY_CONFIGURATION: CelType = openObject(OBJECT);
/** What an expression of a JSON patch evaluates to. */
export const JSON_PATCHES: CelType = listOf(JSON_PATCH);

/** The messages of expressions that change objects. Objects may have any member: their schema is not known here. */
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
