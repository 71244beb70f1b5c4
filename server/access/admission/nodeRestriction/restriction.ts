import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";

/** Refuses what a node may not write. @throws ApiError */
export type Restriction = (node: string, request: AdmissionRequest) => void;
