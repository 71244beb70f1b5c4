import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";

/** Refuses writes that a node may not make. @throws ApiError */
export type Restriction = (node: string, request: AdmissionRequest) => void | Promise<void>;
