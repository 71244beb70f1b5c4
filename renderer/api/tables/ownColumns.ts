/** Columns that a user adds to a list: each shows what a JSON path finds in the objects. */
import { parseJsonPath } from "../../../shared/json/jsonPath.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { hideSecrets } from "../../../shared/secrets/hideSecrets.ts";
import type { TableColumnDefinition } from "../../../shared/table.ts";

export interface OwnColumn {
  /** Stands at the head; differs from the names of all other columns. */
  readonly name: string;
  /** As {@link normalPath} writes it. */
  readonly path: string;
}

/** So many a list may have. */
export const MOST_OWN_COLUMNS = 20;
/** Longest name and path, in characters. */
export const LONGEST_NAME = 60;
export const LONGEST_PATH = 500;

/** So many characters of a value are kept: a table must not hold whole objects. */
const LONGEST_CELL = 300;

/** The path of a label. */
export const labelPath = (key: string): string => `.metadata.labels['${key.replaceAll(/['\\]/g, "\\$&")}']`;

/** A path as `kubectl -o custom-columns` takes it, too: `{.spec.x}`, `spec.x` and `$.spec.x` are `.spec.x`. */
export function normalPath(text: string): string {
  const bare = text
    .trim()
    .replace(/^\{(.*)\}$/, "$1")
    .trim()
    .replace(/^\$/, "");
  return bare === "" || bare.startsWith(".") || bare.startsWith("[") ? bare : `.${bare}`;
}

/** Whether a text is a path that finds something. */
export function isPath(text: string): boolean {
  const path = normalPath(text);
  return path !== "" && path.length <= LONGEST_PATH && parseJsonPath(path) !== undefined;
}

/** Whether the columns need whole objects; the metadata comes with every row. */
export const needObjects = (columns: readonly OwnColumn[]): boolean =>
  columns.some(({ path }) => !/^\.metadata(?![A-Za-z0-9_-])/.test(path));

/** The columns as a server would define them. */
export const definitionsOf = (columns: readonly OwnColumn[]): TableColumnDefinition[] =>
  columns.map(({ name, path }) => ({ name, type: "string", format: "", description: path, priority: 0 }));

/**
 * What finds the cells of the columns in an object, in their order. Several values are joined by commas; null where there is
 * none. Confidential values are hidden.
 *
 * @param resource that the objects are of (`secrets`)
 */
export function cellsFinder(columns: readonly OwnColumn[], resource: string): (object: unknown) => unknown[] {
  const finders = columns.map(({ path }) => parseJsonPath(path) ?? (() => []));
  return (object) => {
    const shown = hideSecrets(object, { resource });
    return finders.map((find) => cellOf(find(shown)));
  };
}

function cellOf(found: readonly unknown[]): unknown {
  const values = found.filter((value) => value !== undefined && value !== null);
  const [only] = values;
  if (values.length === 0) return null;
  if (values.length === 1 && typeof only === "number") return only;
  const text = values.map((value) => (typeof value === "object" ? stringifyJson(value) : String(value))).join(",");
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
}

/** Paths of what stands in an object, for proposals: labels and annotations by key, lists by their first item. */
export function pathsIn(object: unknown, most = 400): string[] {
  const paths: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (paths.length >= most || path.length > LONGEST_PATH) return;
    if (Array.isArray(value)) {
      if (value.length > 0) walk(value[0], `${path}[*]`);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (name === "managedFields") continue;
        const isPlain = /^[A-Za-z0-9_-]+$/.test(name);
        walk(member, isPlain ? `${path}.${name}` : `${path}['${name.replaceAll(/['\\]/g, "\\$&")}']`);
      }
    } else if (path !== "") paths.push(path);
  };
  walk(object, "");
  return paths;
}
