import type { RuntimeClass } from "kubernetes-types/node/v1";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of runtime classes; the reference describes the handler with nothing. */
export const runtimeClassColumns = nameAndAge(textColumn("Handler", "", (o) => narrow<RuntimeClass>(o).handler));
