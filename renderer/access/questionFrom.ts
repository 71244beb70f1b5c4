import type { Question } from "./review.ts";

/** What of a question is in the address, by name. */
export const QUESTION_KEYS = ["verb", "resource", "subresource", "name", "namespace", "path"] as const;

/** The question that the address holds, so that other views can lead here with one. */
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

/** A sub-resource that was typed with its resource, as in `pods/log` or `deployments.apps/scale`, put where it belongs. */
export function splitSubresource(question: Question): Question {
  const slash = question.resource.indexOf("/");
  if (question.mode === "path" || slash < 0 || question.subresource !== "") return question;
  return {
    ...question,
    resource: question.resource.slice(0, slash),
    subresource: question.resource.slice(slash + 1),
  };
}
