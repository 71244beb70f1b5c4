import type { FieldSet } from "./fieldSet.ts";
import { sortedElements } from "./fieldsV1.ts";
import { canonicalJson, type FieldPath, type PathElementText, parseElement } from "./pathElement.ts";

/** Calls `visit` for every path of the set: at each level first the members, then what is below, both in written order. */
export function forEachPath(set: FieldSet, visit: (path: FieldPath) => void, prefix: FieldPath = []): void {
  const elements = sortedElements(set);
  for (const element of elements) if (set.get(element)?.member) visit([...prefix, element]);
  for (const element of elements) {
    const children = set.get(element)?.children;
    if (children !== undefined) forEachPath(children, visit, [...prefix, element]);
  }
}

/** All paths of the set, in the order of {@link forEachPath}. */
export function pathsOf(set: FieldSet): FieldPath[] {
  const paths: FieldPath[] = [];
  forEachPath(set, (path) => paths.push(path));
  return paths;
}

/** One element as messages print it: `.name`, `[name="a"]`, `[="x"]`, `[0]`. */
export function elementText(element: PathElementText): string {
  const parsed = parseElement(element);
  switch (parsed.kind) {
    case "field":
      return `.${parsed.name}`;
    case "key":
      return `[${parsed.fields.map(([name, value]) => `${name}=${canonicalJson(value)}`).join(",")}]`;
    case "value":
      return `[=${canonicalJson(parsed.value)}]`;
    case "index":
      return `[${parsed.index}]`;
  }
}

/**
 * A path as messages print it.
 *
 * @example pathText(["f:spec", "f:containers", 'k:{"name":"a"}', "f:image"]) // .spec.containers[name="a"].image
 */
export const pathText = (path: FieldPath): string => path.map(elementText).join("");
