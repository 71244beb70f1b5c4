import { append } from "../../../../shared/collections/append.ts";
import { type FieldError, forbidden, invalid as invalidField, notSupported } from "../../../../shared/fieldError.ts";
import { badRequest, invalid } from "../../../../shared/status.ts";
import { queryInteger } from "../../../api/registry/queryInteger.ts";

/** Used when the reference names no field: it prints an empty index then. */
const NO_FIELD = "[]";
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([.,]\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** The streams that a log may be narrowed to, where that is supported. */
const STREAMS = ["All", "Stderr", "Stdout"];

/**
 * Checks the options of a request for a log.
 * @param name of the pod
 * @param splits whether a log can be narrowed to one of the container's streams
 * @throws ApiError 400 for values of a wrong type, 422 for invalid values
 */
export function checkPodLogOptions(query: URLSearchParams, name: string, splits = false): void {
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
    errors.push(forbidden(NO_FIELD, "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  } else if (sinceSeconds !== undefined && sinceSeconds < 1) {
    errors.push(invalidField("sinceSeconds", sinceSeconds, "must be greater than 0"));
  }
  append(errors, streamErrors(query.get("stream"), tailLines !== undefined, splits));
  if (errors.length > 0) throw invalid({ group: "", kind: "PodLogOptions" }, name, errors);
}

/**
 * Validates the stream: if given, even as an empty text, it must be a known one, and it must be `All` when the last
 * lines are requested.
 */
function streamErrors(stream: string | null, isTail: boolean, splits: boolean): FieldError[] {
  if (stream === null) return [];
  if (!splits) return [forbidden("stream", "may not be specified")];
  return [
    ...(STREAMS.includes(stream) ? [] : [notSupported("stream", stream, STREAMS)]),
    ...(isTail && stream !== "All"
      ? [forbidden(NO_FIELD, "`tailLines` and specific `stream` are mutually exclusive for now")]
      : []),
  ];
}
