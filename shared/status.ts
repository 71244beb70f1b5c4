/**
 * `Status` objects and the one error class that is converted into them. Nothing else writes an error response. Reasons,
 * codes and wording follow the reference server's error constructors.
 */
import { errorLength, type FieldError, MAX_ERROR_TEXT } from "./fieldError.ts";
import { quotedPart } from "./text/quoted.ts";

export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

export interface Status {
  kind: "Status";
  apiVersion: "v1";
  metadata: { continue?: string; remainingItemCount?: number; resourceVersion?: string };
  status: "Success" | "Failure";
  message?: string;
  reason?: string;
  details?: StatusDetails;
  code: number;
}

/** An error with the `Status` body that the client receives. */
export class ApiError extends Error {
  readonly status: Status;

  constructor(
    code: number,
    reason: string,
    message: string,
    details?: StatusDetails,
    metadata: Status["metadata"] = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = {
      kind: "Status",
      apiVersion: "v1",
      metadata,
      status: "Failure",
      message,
      ...(reason === "" ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      code,
    };
  }

  get code(): number {
    return this.status.code;
  }

  get reason(): string {
    return this.status.reason ?? "";
  }
}

/** Whether an unknown thrown value is an {@link ApiError} with that reason (any reason when omitted). */
export function isApiError(error: unknown, reason?: string): error is ApiError {
  return error instanceof ApiError && (reason === undefined || error.reason === reason);
}

interface GroupResourceLike {
  group: string;
  resource: string;
}

/** `pods`, or `deployments.apps` outside the core group. */
export const qualifiedResource = (gr: GroupResourceLike): string =>
  gr.group === "" ? gr.resource : `${gr.resource}.${gr.group}`;
/** `Pod`, or `Deployment.apps` outside the core group. */
export const qualifiedKind = (gk: { group: string; kind: string }): string =>
  gk.group === "" ? gk.kind : `${gk.kind}.${gk.group}`;
const detailsOf = (gr: GroupResourceLike, name: string): StatusDetails => ({
  ...(name === "" ? {} : { name }),
  ...(gr.group === "" ? {} : { group: gr.group }),
  ...(gr.resource === "" ? {} : { kind: gr.resource }),
});

export const notFound = (gr: GroupResourceLike, name: string): ApiError =>
  new ApiError(404, "NotFound", `${qualifiedResource(gr)} ${quotedPart(name)} not found`, detailsOf(gr, name));

/** The path names nothing the server serves. */
export const pathNotFound = (): ApiError =>
  new ApiError(404, "NotFound", "the server could not find the requested resource", {});

export const alreadyExists = (gr: GroupResourceLike, name: string): ApiError =>
  new ApiError(
    409,
    "AlreadyExists",
    `${qualifiedResource(gr)} ${quotedPart(name)} already exists`,
    detailsOf(gr, name),
  );

/** Like the conflict of an existing name, for a generated name: the client may try again. */
export const generateNameConflict = (gr: GroupResourceLike, name: string): ApiError =>
  new ApiError(
    409,
    "AlreadyExists",
    `${qualifiedResource(gr)} ${quotedPart(name)} already exists, the server was not able to generate a unique name for the object`,
    { ...detailsOf(gr, name), retryAfterSeconds: 1 },
  );

export const conflict = (gr: GroupResourceLike, name: string, why: string): ApiError =>
  new ApiError(
    409,
    "Conflict",
    `Operation cannot be fulfilled on ${qualifiedResource(gr)} ${quotedPart(name)}: ${why}`,
    detailsOf(gr, name),
  );

export const forbidden = (gr: GroupResourceLike, name: string, why: string): ApiError =>
  new ApiError(
    403,
    "Forbidden",
    gr.resource === "" && name === ""
      ? `forbidden: ${why}`
      : name === ""
        ? `${qualifiedResource(gr)} is forbidden: ${why}`
        : `${qualifiedResource(gr)} ${quotedPart(name)} is forbidden: ${why}`,
    detailsOf(gr, name),
  );

export const unauthorized = (why = "Unauthorized"): ApiError => new ApiError(401, "Unauthorized", why);

export const badRequest = (why: string): ApiError => new ApiError(400, "BadRequest", why);

export const methodNotAllowed = (gr: GroupResourceLike, verb: string): ApiError =>
  new ApiError(
    405,
    "MethodNotAllowed",
    `${verb} is not supported on resources of kind ${quotedPart(qualifiedResource(gr))}`,
    detailsOf(gr, ""),
  );

/** 405 for a path that is served, but not with this method. */
export const methodNotServed = (): ApiError =>
  new ApiError(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});

/**
 * 422 with one cause per field error; the message lists them like the reference: a single one as is, several in
 * brackets.
 */
export function invalid(gk: { group: string; kind: string }, name: string, errors: readonly FieldError[]): ApiError {
  const shown = withinLimit(errors);
  const texts = [...new Set(shown.map((e) => `${e.field === "" ? "<nil>" : e.field}: ${e.message}`))];
  if (shown.length < errors.length) texts.push(`and ${errors.length - shown.length} more`);
  const text = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  return new ApiError(422, "Invalid", `${qualifiedKind(gk)} ${quotedPart(name)} is invalid: ${text}`, {
    ...(name === "" ? {} : { name }),
    ...(gk.group === "" ? {} : { group: gk.group }),
    ...(gk.kind === "" ? {} : { kind: gk.kind }),
    causes: shown.map((e) => ({ reason: e.type, message: e.message, field: e.field === "" ? "<nil>" : e.field })),
  });
}

/** The first errors whose texts together stay within {@link MAX_ERROR_TEXT}; at least one. */
function withinLimit(errors: readonly FieldError[]): readonly FieldError[] {
  let length = 0;
  const end = errors.findIndex((error) => {
    length += errorLength(error);
    return length > MAX_ERROR_TEXT;
  });
  return end < 0 ? errors : errors.slice(0, Math.max(1, end));
}

/** 410: the requested revision is no longer (or not yet) available. */
export const expired = (why: string, metadata: Status["metadata"] = {}): ApiError =>
  new ApiError(410, "Expired", why, undefined, metadata);

/** 410 with reason Gone, used by watches. */
export const gone = (why: string): ApiError => new ApiError(410, "Gone", why);

export const unsupportedMediaType = (why: string): ApiError => new ApiError(415, "UnsupportedMediaType", why, {});
export const notAcceptable = (why: string): ApiError => new ApiError(406, "NotAcceptable", why, {});

export const tooLargeBody = (why: string): ApiError => new ApiError(413, "RequestEntityTooLarge", why);

export const tooManyRequests = (why: string, retryAfterSeconds: number): ApiError =>
  new ApiError(429, "TooManyRequests", why, { retryAfterSeconds });

export const internalError = (why: string): ApiError =>
  new ApiError(500, "InternalError", `Internal error occurred: ${why}`, { causes: [{ message: why }] });

/** 504: the server could not answer in time; the client may try again. */
export const timeout = (why: string, retryAfterSeconds = 0, causes?: StatusCause[]): ApiError =>
  new ApiError(504, "Timeout", why, {
    ...(causes === undefined ? {} : { causes }),
    ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
  });

export const serviceUnavailable = (why: string): ApiError => new ApiError(503, "ServiceUnavailable", why, {});
