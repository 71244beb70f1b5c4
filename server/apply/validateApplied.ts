import { childType, DEDUCED, itemElement } from "../../shared/apply/typeShape.ts";
import { elementText } from "../../shared/fieldset/fieldPath.ts";
import { fieldElement, indexElement, type PathElementText } from "../../shared/fieldset/pathElement.ts";
import { isList, isMap, type JsonMap } from "../../shared/json/jsonValues.ts";
import type { ListNode, ScalarNode, TypeNode } from "../../shared/schema/typeNode.ts";
import { goSyntax, goTypeName, goValue } from "./goFormat.ts";

/**
 * Checks that an applied configuration fits its type as far as ownership needs it: known fields, the right kind of value,
 * list items that can be told apart.
 *
 * @returns the reference's text, undefined when all is well
 */
export function describeMisfits(value: unknown, node: TypeNode): string | undefined {
  const problems: string[] = [];
  check(value, node, "", problems);
  if (problems.length <= 1) return problems[0];
  return ["errors:", ...problems.map((problem) => `  ${problem}`)].join("\n");
}

const at = (path: string, text: string): string => (path === "" ? text : `${path}: ${text}`);
const step = (path: string, element: PathElementText): string => path + elementText(element);

function check(value: unknown, node: TypeNode, path: string, problems: string[]): void {
  if (value === null || value === undefined) return;
  switch (node.kind) {
    case "scalar": {
      const text = describeScalar(value, node);
      if (text !== undefined) problems.push(at(path, text));
      return;
    }
    case "list":
      if (isList(value)) checkItems(value, node, path, problems);
      else problems.push(at(path, `expected list, got &{${goValue(value)}}`));
      return;
    case "any":
      if (isMap(value)) checkFields(value, node, path, problems);
      return;
    default:
      if (isMap(value)) checkFields(value, node, path, problems);
      else problems.push(at(path, `expected map, got &{${goValue(value)}}`));
  }
}

function checkFields(value: JsonMap, node: Parameters<typeof childType>[0], path: string, problems: string[]): void {
  for (const [name, child] of Object.entries(value)) {
    const below = step(path, fieldElement(name));
    const type = childType(node, name);
    if (type === undefined) {
      problems.push(at(below, "field not declared in schema"));
      return;
    }
    check(child, type, below, problems);
  }
}

function checkItems(value: readonly unknown[], node: ListNode, path: string, problems: string[]): void {
  const identified = node.listType === "map" || node.listType === "set";
  const seen = new Set<PathElementText>();
  for (const [position, item] of value.entries()) {
    let element = indexElement(position);
    if (identified) {
      const identity = itemElement(node, item);
      if (!("element" in identity)) {
        problems.push(at(path, `element ${position}: ${identity.problem}`));
        return;
      }
      element = identity.element;
      if (seen.has(element)) problems.push(at(path, `duplicate entries for key ${elementText(element)}`));
      seen.add(element);
    }
    check(item, node.items ?? DEDUCED, step(path, element), problems);
  }
}

function describeScalar(value: unknown, node: ScalarNode): string | undefined {
  switch (node.scalar) {
    case "int32":
    case "int64":
    case "double":
    case "float":
      return typeof value === "number" || typeof value === "bigint"
        ? undefined
        : `expected numeric (int or float), got ${goTypeName(value)}`;
    case "bool":
      return typeof value === "boolean" ? undefined : `expected boolean, got &{${goValue(value)}}`;
    case "intOrString":
    case "quantity":
      return typeof value === "object" ? `expected any scalar, got &{${goValue(value)}}` : undefined;
    default:
      return typeof value === "string"
        ? undefined
        : `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
  }
}
