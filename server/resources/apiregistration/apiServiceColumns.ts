import type { ApiObject } from "../../../shared/object.ts";
import { nameAndAge, text } from "../cells/table.ts";
import { narrow } from "../strategies/narrow.ts";
import type { ApiService } from "./apiService.ts";

function available(object: ApiObject): string {
  const condition = narrow<ApiService>(object).status?.conditions?.find(({ type }) => type === "Available");
  if (condition === undefined) return "Unknown";
  return condition.status === "True" ? condition.status : `${condition.status} (${condition.reason ?? ""})`;
}

export const apiServiceColumns = nameAndAge(
  text("Service", "Service that serves this API", (o) => {
    const service = narrow<ApiService>(o).spec?.service;
    return service === undefined || service === null ? "Local" : `${service.namespace ?? ""}/${service.name ?? ""}`;
  }),
  text("Available", "Whether the API can be reached", available),
);
