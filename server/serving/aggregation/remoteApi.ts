import type { ApiObject } from "../../../shared/object.ts";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import type { ApiService } from "../../api/resources/apiregistration/apiService.ts";
import type { RemoteService } from "./remoteService.ts";

/** A group version that another server serves. */
export interface RemoteApi {
  /** Of the API service: `v1beta1.metrics.example`. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly service: RemoteService;
  /** Whether the last check found it there. */
  readonly isAvailable: boolean;
}

/** Whether an API service says that another server serves its group version. */
export function isRemote(object: ApiObject): boolean {
  const service = narrow<ApiService>(object).spec?.service;
  return service !== undefined && service !== null;
}

/** Whether the condition `Available` of an API service holds. */
export const isAvailable = (object: ApiObject): boolean =>
  narrow<ApiService>(object).status?.conditions?.find(({ type }) => type === "Available")?.status === "True";
