import type { ApiObject } from "../../../../shared/object.ts";
import { addQuantity, formatQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import type { Column } from "../../registry/definition.ts";

/** Returns the amounts of a resource that an object uses; the column shows their sum. */
type UsageOf = (object: ApiObject, resource: string) => readonly (string | undefined)[];

/** Columns for the usage of cpu and memory. */
export const usageColumns = (usageOf: UsageOf): readonly Column[] => [
  {
    name: "Name",
    type: "string",
    format: "name",
    description: "Name of the resource",
    cell: ({ metadata }) => metadata.name ?? "",
  },
  ...["cpu", "memory"].map(
    (resource): Column => ({
      name: resource,
      type: "string",
      format: "quantity",
      description: "",
      cell: (object) => sum(usageOf(object, resource)),
    }),
  ),
  {
    name: "Window",
    type: "string",
    format: "duration",
    description: "",
    cell: (object) => String(object["window"] ?? ""),
  },
];

function sum(texts: readonly (string | undefined)[]): string {
  const amounts = texts.flatMap((text) => (text === undefined ? [] : [parseQuantity(text)]));
  const [first = parseQuantity("0"), ...rest] = amounts;
  return formatQuantity(rest.reduce(addQuantity, first));
}
