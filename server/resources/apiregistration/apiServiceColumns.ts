import type { ApiObject } from "../../../shared/object.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";
import type { ApiService } from "./apiService.ts";

function available(object: ApiObject): string {
  const condition = narrow<ApiService>(object).status?.conditions?.find(({ type }) => type === "Available");
  if (condition === undefined) return "Unknown";
  const { status, reason = "" } = condition;
  return status === "True" || reason === "" ? status : `${status} (${reason})`;
}

/** Columns of API services. */
export const apiServiceColumns = nameAndAge(
  textColumn("Service", "The reference to the service that hosts this API endpoint.", (o) => {
    const service = narrow<ApiService>(o).spec?.service;
    return service === undefined || service === null ? "Local" : `${service.namespace ?? ""}/${service.name ?? ""}`;
  }),
  textColumn("Available", "Whether this service is available.", available),
);
