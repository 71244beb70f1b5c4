import type { ApiObject } from "../../../shared/object.ts";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import type { ApiService } from "../../api/resources/apiregistration/apiService.ts";
import type { RemoteService } from "./remoteService.ts";

/** A group version that an extension server serves. */
export interface RemoteApi {
  /** Name of the APIService: `v1beta1.metrics.example`. */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly service: RemoteService;
  /** Whether the last check found it available. */
  readonly isAvailable: boolean;
}

/** Whether an APIService declares that another server serves its group version. */
export function isRemote(object: ApiObject): boolean {
  const service = narrow<ApiService>(object).spec?.service;
  return service !== undefined && service !== null;
}

/** Whether the condition `Available` of an APIService is true. */
export const isAvailable = (object: ApiObject): boolean =>
  narrow<ApiService>(object).status?.conditions?.find(({ type }) => type === "Available")?.status === "True";
