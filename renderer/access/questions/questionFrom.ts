import type { Question } from "./review.ts";

/** The query parameters of a question. */
export const QUESTION_KEYS = ["verb", "resource", "subresource", "name", "namespace", "path"] as const;

/** The question in the address, so that other views can link to one. */
export function questionFrom(params: URLSearchParams, namespace: string): Question {
  const [verb, resource, subresource, name, ns, path] = QUESTION_KEYS.map((key) => params.get(key) ?? "");
  return {
    mode: params.get("mode") === "path" ? "path" : "resource",
    verb: verb || "get",
    resource: resource || "pods",
    subresource: subresource ?? "",
    name: name ?? "",
    namespace: params.has("namespace") ? (ns ?? "") : namespace,
    path: path || "/healthz",
  };
}

/**
 * Moves a subresource that was typed with its resource, as in `pods/log` or `deployments.apps/scale`, into its own
 * field.
 */
export function splitSubresource(question: Question): Question {
  const slash = question.resource.indexOf("/");
  if (question.mode === "path" || slash < 0 || question.subresource !== "") return question;
  return {
    ...question,
    resource: question.resource.slice(0, slash),
    subresource: question.resource.slice(slash + 1),
  };
}
