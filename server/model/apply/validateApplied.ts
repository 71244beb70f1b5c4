import { childType, DEDUCED, itemElement } from "../../../shared/apply/typeShape.ts";
import { MAX_ERROR_TEXT } from "../../../shared/fieldError.ts";
import { elementText } from "../../../shared/fieldset/fieldPath.ts";
import { fieldElement, indexElement, type PathElementText } from "../../../shared/fieldset/pathElement.ts";
import { isList, isMap, type JsonMap } from "../../../shared/json/jsonValues.ts";
import type { ListNode, ScalarNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { goSyntaxInSteps, goTypeName, goValueInSteps } from "./goFormat.ts";

/**
 * Validates an applied configuration as far as ownership requires it: known fields, the right kinds of values, list
 * items with distinct keys.
 *
 * @param toleratesDuplicates as for stored objects
 * @returns the reference's message; undefined when the configuration is valid. Of very many errors, the first {@link
 * MAX_ERROR_TEXT} characters
 */
export function* describeMismatches(
  value: unknown,
  node: TypeNode,
  toleratesDuplicates = false,
): Steps<string | undefined> {
  const problems: string[] = [];
  const report: Report = { problems, toleratesDuplicates };
  yield* check(value, node, undefined, report);
  if (problems.length <= 1) return problems[0];
  const lines = ["errors:"];
  let length = 0;
  for (const problem of problems) {
    length += problem.length;
    if (length > MAX_ERROR_TEXT && lines.length > 1) break;
    lines.push(`  ${problem}`);
  }
  return lines.join("\n");
}

/** The problems found so far. */
interface Report {
  readonly problems: string[];
  readonly toleratesDuplicates: boolean;
}

/** The place of a value; rendered to text only for an error. The root has no path. */
interface Path {
  readonly above: Path | undefined;
  readonly element: PathElementText;
}

function pathText(path: Path | undefined): string {
  const elements: PathElementText[] = [];
  for (let each = path; each !== undefined; each = each.above) elements.push(each.element);
  return elements.reverse().map(elementText).join("");
}

const at = (path: Path | undefined, text: string): string => (path === undefined ? text : `${pathText(path)}: ${text}`);

function* check(value: unknown, node: TypeNode, path: Path | undefined, report: Report): Steps<void> {
  if (value === null || value === undefined) return;
  switch (node.kind) {
    case "scalar":
      yield* checkScalar(value, node, path, report);
      return;
    case "list":
      if (isList(value)) yield* checkItems(value, node, path, report);
      else report.problems.push(at(path, `expected list, got &{${yield* goValueInSteps(value)}}`));
      return;
    case "any":
      if (isMap(value)) yield* checkFields(value, node, path, report);
      return;
    default:
      if (isMap(value)) yield* checkFields(value, node, path, report);
      else report.problems.push(at(path, `expected map, got &{${yield* goValueInSteps(value)}}`));
  }
}

function* checkFields(
  value: JsonMap,
  node: Parameters<typeof childType>[0],
  path: Path | undefined,
  report: Report,
): Steps<void> {
  for (const name of Object.keys(value)) {
    if (isTurnDue()) yield;
    const below: Path = { above: path, element: fieldElement(name) };
    const type = childType(node, name);
    if (type === undefined) {
      report.problems.push(at(below, "field not declared in schema"));
      return;
    }
    if (type.kind === "scalar") yield* checkScalar(value[name], type, below, report);
    else yield* check(value[name], type, below, report);
  }
}

function* checkItems(value: readonly unknown[], node: ListNode, path: Path | undefined, report: Report): Steps<void> {
  const identified = node.listType === "map" || node.listType === "set";
  const seen = new Set<PathElementText>();
  for (const [position, item] of value.entries()) {
    if (isTurnDue()) yield;
    let element = indexElement(position);
    if (identified) {
      const identity = itemElement(node, item);
      if (!("element" in identity)) {
        report.problems.push(at(path, `element ${position}: ${identity.problem}`));
        return;
      }
      element = identity.element;
      if (seen.has(element) && !report.toleratesDuplicates)
        report.problems.push(at(path, `duplicate entries for key ${elementText(element)}`));
      seen.add(element);
    }
    yield* check(item, node.items ?? DEDUCED, { above: path, element }, report);
  }
}

function* checkScalar(value: unknown, node: ScalarNode, path: Path | undefined, report: Report): Steps<void> {
  const text = value === null || value === undefined ? undefined : yield* describeScalar(value, node);
  if (text !== undefined) report.problems.push(at(path, text));
}

function* describeScalar(value: unknown, node: ScalarNode): Steps<string | undefined> {
  switch (node.scalar) {
    case "int32":
    case "int64":
    case "double":
    case "float":
      return typeof value === "number" || typeof value === "bigint"
        ? undefined
        : `expected numeric (int or float), got ${goTypeName(value)}`;
    case "bool":
      return typeof value === "boolean" ? undefined : `expected boolean, got &{${yield* goValueInSteps(value)}}`;
    case "intOrString":
    case "quantity":
      return typeof value === "object" ? `expected any scalar, got &{${yield* goValueInSteps(value)}}` : undefined;
    default:
      return typeof value === "string"
        ? undefined
        : `expected string, got &value.valueUnstructured{Value:${yield* goSyntaxInSteps(value)}}`;
  }
}
