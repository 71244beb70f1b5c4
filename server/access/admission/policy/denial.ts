import { ApiError } from "../../../../shared/status.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { refusal } from "../requests.ts";

const CODES: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Unauthorized: 401,
  RequestEntityTooLarge: 413,
  Invalid: 422,
};

/** Why a policy refuses a request. */
export interface Denial {
  readonly policy: string;
  /** Undefined when the policy itself cannot be applied. */
  readonly binding: string | undefined;
  readonly message: string;
  /** Default `Invalid`. */
  readonly reason?: string | undefined;
}

/** The error for a denial. The text is that of a 403, whatever its code, and the policy's message is a cause. */
export function denialError(request: AdmissionRequest, { policy, binding, message, reason }: Denial): ApiError {
  const by = binding === undefined ? `'${policy}'` : `'${policy}' with binding '${binding}'`;
  const detail = `ValidatingAdmissionPolicy ${by} denied request: ${message}`;
  const { message: text, status } = refusal(request, detail);
  const shown = reason ?? "Invalid";
  return new ApiError(CODES[shown] ?? 422, shown, text, { ...status.details, causes: [{ message: detail }] });
}
