import { ApiError, type Status } from "../../../../shared/status.ts";
import { quoted } from "../../../../shared/text/quoted.ts";

/**
 * The error of a webhook that refused: its own status, with the webhook named in the message and a code that is one of
 * failure.
 */
export function denial(webhook: string, status: Partial<Status> = {}): ApiError {
  const { code = 0, reason = "", message = "", details, metadata } = status;
  const by = `admission webhook ${quoted(webhook)} denied the request`;
  const why = message || reason;
  return new ApiError(
    typeof code === "number" && code >= 400 && code <= 599 ? code : 400,
    typeof reason === "string" ? reason : "",
    why === "" ? `${by} without explanation` : `${by}: ${why}`,
    details === null || typeof details !== "object" ? undefined : details,
    metadata === null || typeof metadata !== "object" ? {} : metadata,
  );
}
