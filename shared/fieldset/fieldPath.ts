import { immediately, isTurnDue, type Steps } from "../steps.ts";
import type { FieldSet } from "./fieldSet.ts";
import { sortElements } from "./fieldsV1.ts";
import { canonicalJson, type FieldPath, type PathElementText, parseElement } from "./pathElement.ts";

/** All paths of a set: at each level first the members, then the paths below them, both in encoding order. */
export function* pathsInSteps(set: FieldSet): Steps<FieldPath[]> {
  const paths: FieldPath[] = [];
  yield* addPaths(set, [], paths);
  return paths;
}

/** Like {@link pathsInSteps}, but without pausing. */
export const pathsOf = immediately(pathsInSteps);

function* addPaths(set: FieldSet, prefix: FieldPath, paths: FieldPath[]): Steps<void> {
  const elements = yield* sortElements(set);
  for (const element of elements) {
    if (isTurnDue()) yield;
    if (set.get(element)?.member) paths.push([...prefix, element]);
  }
  for (const element of elements) {
    const children = set.get(element)?.children;
    if (children !== undefined) yield* addPaths(children, [...prefix, element], paths);
  }
}

/** One element as in messages: `.name`, `[name="a"]`, `[="x"]`, `[0]`. */
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
 * A path as in messages.
 *
 * @example pathText(["f:spec", "f:containers", 'k:{"name":"a"}', "f:image"]) // .spec.containers[name="a"].image
 */
export const pathText = (path: FieldPath): string => path.map(elementText).join("");
