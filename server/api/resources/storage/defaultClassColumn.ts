import { nameColumn } from "../../registry/columns/table.ts";
import type { Column } from "../../registry/definition.ts";

/**
 * The name of a class, with a mark on a default class.
 * @param annotations templates of the annotations any of which makes the class the default
 */
export const defaultClassColumn = (...annotations: readonly string[]): Column => ({
  ...nameColumn,
  cell({ metadata: { name = "", annotations: given } }, _now, words) {
    const isDefault = annotations.some((annotation) => given?.[words.render(annotation)] === "true");
    return isDefault ? `${name} (default)` : name;
  },
});
