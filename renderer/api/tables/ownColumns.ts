/** User-defined columns of a list: each shows the values of a JSON path in the objects. */
import { parseJsonPath } from "../../../shared/json/jsonPath.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { hideSecrets } from "../../../shared/secrets/hideSecrets.ts";
import type { TableColumnDefinition } from "../../../shared/table.ts";
import { wholeUntil } from "../../../shared/text/wholeUntil.ts";

export interface OwnColumn {
  /** Column heading; unique among all columns. */
  readonly name: string;
  /** JSON path in the form of {@link normalPath}. */
  readonly path: string;
}

/** Maximum number of user-defined columns per list. */
export const MAX_OWN_COLUMNS = 20;
/** Maximum length of a name and of a path, in characters. */
export const LONGEST_NAME = 60;
export const LONGEST_PATH = 500;

/** Maximum length of a kept value in characters: a table must not contain whole objects. */
const LONGEST_CELL = 300;

/** The JSON path of a label. */
export const labelPath = (key: string): string => `.metadata.labels['${key.replaceAll(/['\\]/g, "\\$&")}']`;

/**
 * Normalizes a path as `kubectl -o custom-columns` accepts it: `{.spec.x}`, `spec.x` and `$.spec.x` become `.spec.x`.
 */
export function normalPath(text: string): string {
  const bare = text
    .trim()
    .replace(/^\{(.*)\}$/, "$1")
    .trim()
    .replace(/^\$/, "");
  return bare === "" || bare.startsWith(".") || bare.startsWith("[") ? bare : `.${bare}`;
}

/** Whether a text is a valid JSON path. */
export function isPath(text: string): boolean {
  const path = normalPath(text);
  return path !== "" && path.length <= LONGEST_PATH && parseJsonPath(path) !== undefined;
}

/** Whether the columns need whole objects; every row includes the metadata anyway. */
export const needObjects = (columns: readonly OwnColumn[]): boolean =>
  columns.some(({ path }) => !/^\.metadata(?![A-Za-z0-9_-])/.test(path));

/** The column definitions in the server's format. */
export const definitionsOf = (columns: readonly OwnColumn[]): TableColumnDefinition[] =>
  columns.map(({ name, path }) => ({ name, type: "string", format: "", description: path, priority: 0 }));

/**
 * Returns a function that extracts the cells of the columns from an object, in their order. Several values are joined
 * by commas; null when there is none. Confidential values are hidden.
 *
 * @param resource of the objects (`secrets`)
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
  const end = wholeUntil(text, LONGEST_CELL);
  return text.length > end ? `${text.slice(0, end)}…` : text;
}

/** Paths of the values in an object, for suggestions: labels and annotations by key, lists by their first item. */
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
