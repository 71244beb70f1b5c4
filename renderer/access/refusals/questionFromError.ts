import { type ApiError, isApiError } from "../../../shared/status.ts";
import type { Question } from "../questions/review.ts";

const REFUSED =
  /User "(?:[^"\\]|\\.)*" cannot (\S+) (?:resource "([^"]*)" in API group "([^"]*)"(?: in the namespace "([^"]*)")?|path "([^"]*)")/;

/**
 * The question that a refusal answers, parsed from the server's message, which has a fixed form. Undefined for errors
 * that no permission would change, such as refusals by admission.
 */
export function questionFromError(error: unknown): Question | undefined {
  if (!isApiError(error) || error.code !== 403) return undefined;
  const found = REFUSED.exec(error.message);
  if (found === null) return undefined;
  const [, verb = "", combined, group = "", namespace = "", path] = found;
  if (path !== undefined) {
    return { mode: "path", verb, path, resource: "", subresource: "", name: "", namespace: "" };
  }
  const slash = (combined ?? "").indexOf("/");
  const resource = slash < 0 ? (combined ?? "") : (combined ?? "").slice(0, slash);
  return {
    mode: "resource",
    verb,
    resource: group === "" ? resource : `${resource}.${group}`,
    subresource: slash < 0 ? "" : (combined ?? "").slice(slash + 1),
    name: nameOf(error),
    namespace,
    path: "",
  };
}

const nameOf = (error: ApiError): string => error.status.details?.name ?? "";
