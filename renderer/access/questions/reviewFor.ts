import type { SubjectIdentity } from "../../../shared/rbac/types.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { request } from "../../api/requests/request.ts";
import { type Answer, ask, type Question, reviewOf } from "./review.ts";

/** The `SubjectAccessReview` that asks the question about another subject. */
function reviewForOther(question: Question, who: SubjectIdentity, vocabulary: Vocabulary): unknown {
  const { spec, ...rest } = reviewOf(question, vocabulary) as { spec: object };
  return {
    ...rest,
    kind: "SubjectAccessReview",
    spec: { ...spec, ...(who.username === "" ? {} : { user: who.username }), groups: who.groups },
  };
}

/** Asks the server about the user (`autoscalers` undefined) or about another subject. @throws ApiError */
export async function sendReview(
  cluster: string,
  vocabulary: Vocabulary,
  question: Question,
  who: SubjectIdentity | undefined,
): Promise<Answer> {
  if (who === undefined) return ask(cluster, vocabulary, question);
  const { body } = await request<{ status?: Answer }>(cluster, {
    method: "POST",
    path: vocabulary.render("/apis/authorization.{domain}/v1/subjectaccessreviews"),
    body: reviewForOther(question, who, vocabulary),
  });
  return body.status ?? { allowed: false };
}
