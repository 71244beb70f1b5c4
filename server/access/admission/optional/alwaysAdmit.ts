import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";

/** Does nothing; exists because configurations name it. */
export const alwaysAdmit = (): AdmissionPlugin => ({ name: "AlwaysAdmit", handles: () => false });
