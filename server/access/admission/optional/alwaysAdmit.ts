import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";

/** Refuses nothing: kept because configurations name it. */
export const alwaysAdmit = (): AdmissionPlugin => ({ name: "AlwaysAdmit", handles: () => false });
