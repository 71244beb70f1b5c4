import { type ApiError, isApiError } from "../../../shared/status.ts";

/** The meaning of a failed request, as the last part of a text key: `refusal.<word>`. */
export function refusalWord(error: unknown): string {
  if (!isApiError(error)) return "failed";
  switch (error.code) {
    case 0:
      return "unreached";
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
      return "missing";
    case 409:
      return error.reason === "AlreadyExists" ? "exists" : "overtaken";
    case 422:
      return "invalid";
    case 429:
      return isHeldByBudget(error) ? "held" : "busy";
    case 502:
    case 503:
    case 504:
      return "unanswered";
    default:
      return error.code < 500 ? "refused" : "unable";
  }
}

/** Whether a PodDisruptionBudget refuses an eviction, which the server reports with the code of overload. */
const isHeldByBudget = ({ status }: ApiError): boolean =>
  status.details?.causes?.some(({ reason }) => reason === "DisruptionBudget") ?? false;

/** Status codes that leave open whether the server carried out the request. */
const UNKNOWN: readonly number[] = [0, 502, 504];

/** Whether the server may have carried out the request although it failed. */
export const isOutcomeUnknown = (error: unknown): boolean => isApiError(error) && UNKNOWN.includes(error.code);
