import type { AccessRequest } from "../../shared/rbac/types.ts";
import { type Question, splitResource } from "./review.ts";

/** A question as the evaluation of roles and bindings takes it. */
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

/** The inverse of {@link requestOf}. */
export function questionOf(request: AccessRequest): Question {
  const blank: Question = {
    mode: "path",
    verb: request.verb,
    resource: "",
    subresource: "",
    name: "",
    namespace: "",
    path: "",
  };
  if (!request.resourceRequest) return { ...blank, path: request.path };
  const { group, resource, subresource, name, namespace } = request;
  return {
    ...blank,
    mode: "resource",
    resource: group === "" ? resource : `${resource}.${group}`,
    subresource,
    name,
    namespace,
  };
}
