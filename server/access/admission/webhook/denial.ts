import { ApiError, type Status } from "../../../../shared/status.ts";
import { quoted } from "../../../../shared/text/quoted.ts";

/** The error for a webhook that refused: its own status, with the webhook's name in the message and an error code. */
export function denial(webhook: string, status: Partial<Status> = {}): ApiError {
  const { code = 0, reason = "", message = "", details, metadata } = status;
  const by = `admission webhook ${quoted(webhook)} denied the request`;
  const detail = message || reason;
  return new ApiError(
    typeof code === "number" && code >= 400 && code <= 599 ? code : 400,
    typeof reason === "string" ? reason : "",
    detail === "" ? `${by} without explanation` : `${by}: ${detail}`,
    details === null || typeof details !== "object" ? undefined : details,
    metadata === null || typeof metadata !== "object" ? {} : metadata,
  );
}
