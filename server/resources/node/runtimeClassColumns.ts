import type { RuntimeClass } from "kubernetes-types/node/v1";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of runtime classes. */
export const runtimeClassColumns = nameAndAge(
  textColumn(
    "Handler",
    "Runtime and configuration that nodes use for this class",
    (o) => narrow<RuntimeClass>(o).handler,
  ),
);
