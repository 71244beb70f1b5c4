import type { AccessRequest } from "../../../shared/rbac/types.ts";
import { type Question, splitResource } from "./review.ts";

/** Converts a question into the request that the evaluation of roles and bindings takes. */
export function requestOf(question: Question): AccessRequest {
  const verb = question.verb.trim();
  if (question.mode === "path") return { resourceRequest: false, verb, path: question.path.trim() };
  return {
    resourceRequest: true,
    verb,
    ...splitResource(question.resource.trim()),
    subresource: question.subresource.trim(),
    namespace: question.namespace.trim(),
    name: question.name.trim(),
  };
}
