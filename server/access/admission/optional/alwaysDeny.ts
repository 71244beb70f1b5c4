import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { refusal } from "../requests.ts";

const deny = (request: AdmissionRequest): never => {
  throw refusal(request, "admission control is denying all modifications");
};

/** Refuses every write. The reference has it for tests. */
export const alwaysDeny = (): AdmissionPlugin => ({
  name: "AlwaysDeny",
  handles: () => true,
  admit: deny,
  validate: deny,
});
