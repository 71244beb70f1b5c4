import { type ApiError, forbidden } from "../../../shared/status.ts";
import type { AdmissionRequest } from "../../api/registry/admission/plugin.ts";

/** Whether a request is about a resource (of the core group by default), or one of its sub-resources. */
export const isAbout = (request: AdmissionRequest, resource: string, group = "", subresource = ""): boolean =>
  request.resource.resource === resource && request.resource.group === group && request.subresource === subresource;

/** The object's name in refusals: its own, else the prefix of its generated name, else `Unknown`. */
export const nameOf = (request: AdmissionRequest): string =>
  request.name || request.object?.metadata.name || request.object?.metadata.generateName || "Unknown";

/** The 403 with which a plugin refuses a request. */
export const refusal = (request: AdmissionRequest, message: string): ApiError =>
  forbidden(request.resource, nameOf(request), message);
