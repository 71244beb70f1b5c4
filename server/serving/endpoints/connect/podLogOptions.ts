import { type FieldError, forbidden, invalid as invalidField } from "../../../../shared/fieldError.ts";
import { badRequest, invalid } from "../../../../shared/status.ts";
import { queryInteger } from "../../../api/registry/queryInteger.ts";

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([.,]\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Checks the options of a request for a log.
 * @param name of the pod
 * @throws ApiError 400 for values of a wrong type, 422 for values that make no sense
 */
export function checkPodLogOptions(query: URLSearchParams, name: string): void {
  const limitBytes = queryInteger(query.get("limitBytes"));
  const sinceSeconds = queryInteger(query.get("sinceSeconds"));
  const sinceTime = query.get("sinceTime") ?? "";
  const tailLines = queryInteger(query.get("tailLines"));
  if (sinceTime !== "" && !MOMENT.test(sinceTime)) {
    const text = JSON.stringify(sinceTime);
    throw badRequest(`parsing time ${text} as "2006-01-02T15:04:05Z07:00": cannot parse ${text} as "2006"`);
  }
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0) {
    errors.push(invalidField("tailLines", tailLines, "must be greater than or equal to 0"));
  }
  if (limitBytes !== undefined && limitBytes < 1) {
    errors.push(invalidField("limitBytes", limitBytes, "must be greater than 0"));
  }
  if (sinceSeconds !== undefined && sinceTime !== "") {
    // The reference names no field here, and prints that as an empty index.
    errors.push(forbidden("[]", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.push(invalidField("sinceSeconds", sinceSeconds, "must be greater than 0"));
  }
  if (errors.length > 0) throw invalid({ group: "", kind: "PodLogOptions" }, name, errors);
}
