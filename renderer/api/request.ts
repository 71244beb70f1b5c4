/** One HTTP request to a cluster through the console host; every failure is an {@link ApiError}. */
import { parseJson } from "../../shared/json/parseJson.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import { ApiError, type Status } from "../../shared/status.ts";

export interface ApiRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** API path with its query, beginning with a slash. */
  path: string;
  accept?: string;
  contentType?: string;
  /** Sent as it is when a string, otherwise as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

export interface ApiResponse<T> {
  body: T;
  /** Texts of the `Warning` headers, unquoted, in order. */
  warnings: string[];
}

/** Reason of errors that the console host itself raised because its session cookie is missing or void. */
export const HOST_UNAUTHORIZED = "HostUnauthorized";
/** Reason of errors where no answer came at all. */
export const UNREACHABLE = "Unreachable";

/** Where the host serves a cluster's API. */
export const clusterPath = (cluster: string, path: string): string => `/clusters/${encodeURIComponent(cluster)}${path}`;

/** Reads `299 - "text"` values; several may share one header line, separated by commas outside quotes. */
export function parseWarnings(header: string | null): string[] {
  if (header === null || header === "") return [];
  return [...header.matchAll(/\d{3}\s+\S+\s+"((?:[^"\\]|\\.)*)"/g)].map((m) => (m[1] ?? "").replace(/\\(.)/g, "$1"));
}

const isStatus = (value: unknown): value is Status =>
  typeof value === "object" && value !== null && (value as { kind?: unknown }).kind === "Status";

/** The error that a failed answer stands for. A 401 without a Status comes from the host, not from the cluster. */
export function errorOf(httpStatus: number, body: unknown, text: string): ApiError {
  if (isStatus(body)) {
    return new ApiError(
      body.code ?? httpStatus,
      body.reason ?? "",
      body.message ?? "",
      body.details,
      body.metadata ?? {},
    );
  }
  if (httpStatus === 401) return new ApiError(401, HOST_UNAUTHORIZED, "The console session is not valid.");
  return new ApiError(httpStatus, "", text.trim().slice(0, 500) || `HTTP ${httpStatus}`);
}

function decode(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Sends a request to `url` (same origin).
 *
 * @throws ApiError with the server's Status; code 0 and reason {@link UNREACHABLE} when no answer came; an aborted
 *   request rejects with the platform's AbortError unchanged
 */
export async function send<T>(url: string, request: Omit<ApiRequest, "path">): Promise<ApiResponse<T>> {
  const headers: Record<string, string> = { accept: request.accept ?? "application/json" };
  if (request.body !== undefined) headers["content-type"] = request.contentType ?? "application/json";
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: request.method ?? "GET",
      headers,
      signal: request.signal ?? null,
      credentials: "same-origin",
      ...(request.body === undefined
        ? {}
        : { body: typeof request.body === "string" ? request.body : stringifyJson(request.body) }),
    });
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, UNREACHABLE, error instanceof Error ? error.message : String(error));
  }
  const body = decode(text);
  if (!response.ok) throw errorOf(response.status, body, text);
  return { body: (body === undefined ? text : body) as T, warnings: parseWarnings(response.headers.get("warning")) };
}

/** Sends a request to a cluster's API. */
export const request = <T>(cluster: string, req: ApiRequest): Promise<ApiResponse<T>> =>
  send<T>(clusterPath(cluster, req.path), req);
