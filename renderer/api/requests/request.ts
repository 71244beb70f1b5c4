/** One HTTP request to a cluster through the console host; every failure is an {@link ApiError}. */

import { parseJson } from "../../../shared/json/parseJson.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import { ApiError, type Status } from "../../../shared/status.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { VIEW_AS_HEADER } from "../../../shared/viewAs.ts";
import { viewAsHeaders } from "../viewAs.ts";
import { requestLog } from "./requestLog.ts";

export interface ApiRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** API path with its query, beginning with a slash. */
  path: string;
  accept?: string;
  contentType?: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /**
   * Whether the console sends this request periodically on its own; the log keeps such requests separate from the
   * user's.
   */
  isBackground?: boolean;
}

export interface ApiResponse<T> {
  body: T;
  /** Texts of the `Warning` headers, unquoted, in order. */
  warnings: string[];
}

/** Reason of errors from the console host itself, when its session cookie is missing or invalid. */
export const HOST_UNAUTHORIZED = "HostUnauthorized";
/** Reason of errors without any response. */
export const UNREACHABLE = "Unreachable";

/** The error of a request without any response. Browsers word the cause differently; the request log has their text. */
export const unreachable = (): ApiError => new ApiError(0, UNREACHABLE, "The console cannot reach its host process.");

/** Reason of errors for an answer whose status promises content, and whose content cannot be read. */
export const UNREADABLE = "Unreadable";

/**
 * The error of an answer that broke off, or that a program between the console and the cluster sent in its place. Like
 * the answer of a gateway, it leaves open whether the server carried out the request.
 */
const unreadable = (text = ""): ApiError => {
  const title = titleOf(text);
  const quoted = title === "" ? "" : ` (${shownText(title)})`;
  return new ApiError(502, UNREADABLE, `The answer broke off, or does not come from the cluster's API${quoted}.`);
};

/**
 * Whether an error gives no information about the request itself: there was no response, a gateway responded, or
 * authentication failed.
 */
export const isUnanswered = ({ code }: ApiError): boolean => [0, 401, 502, 503, 504].includes(code);

/** Whether the console stopped waiting for the response, so that the outcome of the request is unknown. */
export const isAbortError = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** The path under which the host serves a cluster's API. */
export const clusterPath = (cluster: string, path: string): string => `/clusters/${encodeURIComponent(cluster)}${path}`;

/** Parses `299 - "text"` values; one header line may contain several, separated by commas outside quotes. */
export function parseWarnings(header: string | null): string[] {
  if (header === null || header === "") return [];
  return [...header.matchAll(/\d{3}\s+\S+\s+"((?:[^"\\]|\\.)*)"/g)].map((m) => (m[1] ?? "").replace(/\\(.)/g, "$1"));
}

/** Status of a successful answer without a body. */
const NO_CONTENT = 204;

const isStatus = (value: unknown): value is Status =>
  typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "Status";

/**
 * The error of a failed response. A 401 without a Status comes from the host, not from the cluster.
 *
 * @param retryAfter the header, which servers also send without a Status, or beside one that does not repeat it
 */
export function errorOf(httpStatus: number, body: unknown, text: string, retryAfter: string | null = null): ApiError {
  const asked = /^\d+$/.test(retryAfter ?? "") ? { retryAfterSeconds: Number(retryAfter) } : undefined;
  if (isStatus(body)) {
    return new ApiError(
      body.code ?? httpStatus,
      body.reason ?? "",
      shownText(body.message ?? ""),
      asked === undefined ? body.details : { ...asked, ...body.details },
      body.metadata ?? {},
    );
  }
  if (httpStatus === 401) return new ApiError(401, HOST_UNAUTHORIZED, "The console session is not valid.");
  return new ApiError(httpStatus, "", shownText(plainText(text).slice(0, 500)) || `HTTP ${httpStatus}`, asked);
}

/** The title of an HTML page, as proxies send it; empty for other texts. */
const titleOf = (text: string): string =>
  /^\s*</.test(text) ? (/<title>([^<]{0,500})/i.exec(text)?.[1] ?? "").trim() : "";

/** A response as plain text; of an HTML page, the title. */
const plainText = (text: string): string => (/^\s*</.test(text) ? titleOf(text) : text.trim());

function decode(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A raw response with any status. */
interface Exchange {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends a request to `url` (same origin) and records it in the request log.
 *
 * @throws ApiError with code 0 and reason {@link UNREACHABLE} when there was no response, with reason
 * {@link UNREADABLE} when it broke off; an aborted request rejects with the platform's AbortError
 */
async function exchange(url: string, request: Omit<ApiRequest, "path">): Promise<Exchange> {
  const { method = "GET", accept = "application/json", body, signal = null } = request;
  const headers: Record<string, string> = { ...request.headers, accept };
  const contentType = request.contentType ?? "application/json";
  if (body !== undefined) headers["content-type"] = contentType;
  const payload = body === undefined || typeof body === "string" ? body : stringifyJson(body);
  const viewAs = request.headers?.[VIEW_AS_HEADER];
  const { isBackground = false } = request;
  const ticket = requestLog.request({ method, url, accept, viewAs, contentType, body: payload, isBackground });
  let response: Response | undefined;
  try {
    response = await fetch(url, {
      method,
      headers,
      signal,
      credentials: "same-origin",
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    ticket.answered(response.status, text.length, response.headers.get("audit-id") ?? "");
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") {
      ticket.left();
      throw error;
    }
    ticket.failed(messageOf(error));
    throw response === undefined ? unreachable() : unreadable();
  }
}

/**
 * Sends a request to `url` (same origin) that is answered with JSON.
 *
 * @throws ApiError with the server's Status, with reason {@link UNREADABLE} when the answer is not JSON, and the errors
 * of {@link exchange}
 */
export async function send<T>(url: string, request: Omit<ApiRequest, "path">): Promise<ApiResponse<T>> {
  const { status, headers, text } = await exchange(url, request);
  const body = decode(text);
  if (status < 200 || status > 299) throw errorOf(status, body, text, headers.get("retry-after"));
  const hasContent = typeof body === "object" && body !== null;
  if (!hasContent && status !== NO_CONTENT) throw unreadable(text);
  return { body: body as T, warnings: parseWarnings(headers.get("warning")) };
}

/** Sends a request to a cluster's API, with the identity as which the console views it. */
export const request = <T>(cluster: string, req: ApiRequest): Promise<ApiResponse<T>> =>
  send<T>(clusterPath(cluster, req.path), { ...req, headers: { ...viewAsHeaders(cluster), ...req.headers } });

/**
 * Like {@link request}, but returns the raw response: for responses that are not JSON, and for callers that handle
 * failures themselves.
 */
export const requestRaw = (cluster: string, req: ApiRequest): Promise<Exchange> =>
  exchange(clusterPath(cluster, req.path), { ...req, headers: { ...viewAsHeaders(cluster), ...req.headers } });
