import type { JsonObject } from "../../../../shared/object.ts";
import type { Operation, Parameter } from "./operation.ts";

/** How one OpenAPI version describes operations and parameters. */
export interface PathWriter {
  parameter(parameter: Parameter): JsonObject;
  /** @param own the parameters that are not shared by all operations of the path */
  operation(operation: Operation, own: readonly Parameter[]): JsonObject;
}

/**
 * The `paths` of a document, sorted. Parameters that all operations of a path share are listed with the path, the
 * others with their operation.
 */
export function pathItems(operations: readonly Operation[], writer: PathWriter): JsonObject {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    const known = byPath.get(operation.path);
    if (known === undefined) byPath.set(operation.path, [operation]);
    else known.push(operation);
  }
  const items: JsonObject = {};
  for (const [path, members] of [...byPath].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const shared = sharedParameters(members);
    const item: JsonObject = {};
    for (const operation of members) {
      const own = operation.parameters.filter((parameter) => !shared.some((common) => same(common, parameter)));
      item[operation.method] = writer.operation(operation, own);
    }
    if (shared.length > 0)
      item["parameters"] = [...shared].sort(byName).map((parameter) => writer.parameter(parameter));
    items[path] = item;
  }
  return items;
}

const byName = (a: Parameter, b: Parameter): number => (a.name < b.name ? -1 : 1);

const same = (a: Parameter, b: Parameter): boolean =>
  a === b || (a.name === b.name && a.in === b.in && a.description === b.description && a.type === b.type);

function sharedParameters(operations: readonly Operation[]): Parameter[] {
  const [first, ...others] = operations;
  return (first?.parameters ?? []).filter((parameter) =>
    others.every((operation) => operation.parameters.some((candidate) => same(candidate, parameter))),
  );
}
