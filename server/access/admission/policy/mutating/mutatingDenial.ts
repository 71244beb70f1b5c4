import { ApiError } from "../../../../../shared/status.ts";
import { quoted } from "../../../../../shared/text/quoted.ts";
import type { AdmissionRequest } from "../../../../api/registry/admission/plugin.ts";
import { refusal } from "../../requests.ts";
import type { Denial } from "../denial.ts";

/** The error for problems of mutating policies: a 403 with the message of the first, and all of them as causes. */
export function mutatingDenial(request: AdmissionRequest, denials: readonly Denial[]): ApiError {
  const texts = denials.map(({ policy, binding, message }) => {
    const by = binding === undefined ? quoted(policy) : `'${policy}' with binding '${binding}'`;
    return `policy ${by} denied request: ${message}`;
  });
  const { status } = refusal(request, "admission request denied by policy");
  const causes = texts.map((message) => ({ message }));
  return new ApiError(403, denials[0]?.reason ?? "Forbidden", texts[0] ?? "", { ...status.details, causes });
}
