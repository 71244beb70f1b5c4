import type { AdmissionPlugin } from "../plugin.ts";

/** Has nothing against anything: kept because people name it. */
export const alwaysAdmit = (): AdmissionPlugin => ({ name: "AlwaysAdmit", handles: () => false });
