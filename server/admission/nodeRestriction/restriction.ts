import type { AdmissionRequest } from "../plugin.ts";

/** Refuses what a node may not write. @throws ApiError */
export type Restriction = (node: string, request: AdmissionRequest) => void;
