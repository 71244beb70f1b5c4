import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";

/** Has nothing against anything: kept because people name it. */
export const alwaysAdmit = (): AdmissionPlugin => ({ name: "AlwaysAdmit", handles: () => false });
