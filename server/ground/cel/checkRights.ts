/** Answers authorization questions of `authorizer` with the server's own authorizer. */
import { FieldSelectorError, parseFieldSelector } from "../../../shared/selectors/fieldSelector.ts";
import { parseLabelSelector, SelectorError } from "../../../shared/selectors/labelSelector.ts";
import type { Attributes, Authorizer, Verdict } from "../rights/authorizer.ts";
import type { Identity } from "../rights/identity.ts";
import type { AccessAnswer, AccessQuestion } from "./overload.ts";

/** @param user the caller; a question may refer to a service account instead */
export function rightsChecker(
  authorizer: Authorizer,
  user: Identity,
): (question: AccessQuestion) => AccessAnswer | Promise<AccessAnswer> {
  return (question) => {
    const who = question.serviceAccount === undefined ? user : accountIdentity(question.serviceAccount);
    const verdict = authorizer.authorize(who, attributesOf(question));
    return verdict instanceof Promise ? verdict.then(answerOf) : answerOf(verdict);
  };
}

const answerOf = ({ decision, reason, evaluationError }: Verdict): AccessAnswer => ({
  decision,
  reason,
  ...(evaluationError === undefined ? {} : { error: evaluationError }),
});

function accountIdentity({ namespace, name }: { readonly namespace: string; readonly name: string }): Identity {
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"];
  return { username: `system:serviceaccount:${namespace}:${name}`, groups, extra: {} };
}

function attributesOf(question: AccessQuestion): Attributes {
  const { verb, path } = question;
  if (path !== undefined) return { resourceRequest: false, verb, path };
  const { group = "", resource = "", subresource = "", namespace = "", name = "" } = question;
  return {
    resourceRequest: true,
    verb,
    group,
    version: "*",
    resource,
    subresource,
    namespace,
    name,
    ...selectorsOf(question),
  };
}

/** A selector that cannot be parsed is left out: the question then covers more objects, never fewer. */
function selectorsOf({
  fieldSelector,
  labelSelector,
}: AccessQuestion): Pick<Extract<Attributes, { resourceRequest: true }>, "fieldSelector" | "labelSelector"> {
  const fields = fieldSelector === undefined ? [] : attempt(() => parseFieldSelector(fieldSelector));
  const labels = labelSelector === undefined ? [] : attempt(() => parseLabelSelector(labelSelector));
  return {
    ...(fields.length === 0 ? {} : { fieldSelector: fields }),
    ...(labels.length === 0 ? {} : { labelSelector: labels }),
  };
}

function attempt<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldSelectorError || error instanceof SelectorError) return [];
    throw error;
  }
}
