/** Access reviews of the user's own rights: the question, its request body, and the answer. */
import { useQuery } from "@tanstack/react-query";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { request } from "../../api/requests/request.ts";

export interface Question {
  mode: "resource" | "path";
  verb: string;
  /** `deployments.apps`, or `pods` in the core group, or `*` for all. */
  resource: string;
  subresource: string;
  name: string;
  /** Empty: all namespaces. */
  namespace: string;
  /** For `path` only. */
  path: string;
}

export interface Answer {
  allowed: boolean;
  denied?: boolean;
  reason?: string;
  evaluationError?: string;
}

/** A question with its answer, or the reason why there is none. */
export interface Asked {
  question: Question;
  answer?: Answer | undefined;
  error?: Error | undefined;
}

/** Splits `deployments.apps` at the first dot: resource names contain no dot, group names may contain several. */
export function splitResource(text: string): { resource: string; group: string } {
  const dot = text.indexOf(".");
  return dot < 0 ? { resource: text, group: "" } : { resource: text.slice(0, dot), group: text.slice(dot + 1) };
}

/** The `SelfSubjectAccessReview` that asks the question. Empty attributes are left out. */
export function reviewOf(question: Question, vocabulary: Vocabulary): unknown {
  const { resource, group } = splitResource(question.resource.trim());
  const attributes = {
    verb: question.verb.trim(),
    group,
    resource,
    subresource: question.subresource.trim(),
    name: question.name.trim(),
    namespace: question.namespace.trim(),
  };
  const filled = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ""));
  return {
    apiVersion: vocabulary.render("authorization.{domain}/v1"),
    kind: "SelfSubjectAccessReview",
    spec:
      question.mode === "path"
        ? { nonResourceAttributes: { path: question.path.trim(), verb: question.verb.trim() } }
        : { resourceAttributes: filled },
  };
}

/** The question in one line. */
export function describe(question: Question): string {
  if (question.mode === "path") return `${question.verb} ${question.path}`;
  const subresource = question.subresource === "" ? "" : `/${question.subresource}`;
  const name = question.name === "" ? "" : ` ${question.name}`;
  const where = question.namespace === "" ? "" : ` -n ${question.namespace}`;
  return `${question.verb} ${question.resource}${subresource}${name}${where}`;
}

/** Asks the server. @throws ApiError */
export async function ask(cluster: string, vocabulary: Vocabulary, question: Question): Promise<Answer> {
  const { body } = await request<{ status?: Answer }>(cluster, {
    method: "POST",
    path: vocabulary.render("/apis/authorization.{domain}/v1/selfsubjectaccessreviews"),
    body: reviewOf(question, vocabulary),
  });
  return body.status ?? { allowed: false };
}

interface UserInfo {
  username?: string;
  uid?: string;
  groups?: string[];
}

/** The identity that the server has authenticated the user as. */
export const useWhoami = (cluster: string, vocabulary: Vocabulary) =>
  useQuery({
    queryKey: ["whoami", cluster],
    queryFn: async () => {
      const { body } = await request<{ status?: { userInfo?: UserInfo } }>(cluster, {
        method: "POST",
        path: vocabulary.render("/apis/authentication.{domain}/v1/selfsubjectreviews"),
        body: { apiVersion: vocabulary.render("authentication.{domain}/v1"), kind: "SelfSubjectReview" },
      });
      return body.status?.userInfo ?? {};
    },
    staleTime: 60_000,
  });
