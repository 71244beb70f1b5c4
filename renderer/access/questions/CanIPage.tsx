import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { SubjectIdentity } from "../../../shared/rbac/types.ts";
import { useSingleMutation } from "../../api/requests/useSingleMutation.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { keyed } from "../../ui/keyed.ts";
import { questionParams } from "../accessUrls.ts";
import { type AskedSubject, identityOf } from "../askedSubject.ts";
import { Explanation } from "../explain/Explanation.tsx";
import { useAccess } from "../model/useAccessState.ts";
import { SubjectPicker } from "../SubjectPicker.tsx";
import { AnswerCard } from "./AnswerCard.tsx";
import { CanIForm } from "./CanIForm.tsx";
import { splitSubresource } from "./questionFrom.ts";
import { requestOf } from "./requestOf.ts";
import type { Asked, Question } from "./review.ts";
import { sendReview } from "./reviewFor.ts";
import { questionKey, useTypedQuestion } from "./useTypedQuestion.ts";
import "../accessView.css";

const MAX_ANSWERS = 8;

interface Sent {
  question: Question;
  subject: AskedSubject;
  /** Undefined for the user's own rights. */
  other: SubjectIdentity | undefined;
}

/** "Can I?": asks the server about the rights of the user or of another subject, and explains its answer. */
export function CanIPage() {
  const { t } = useTranslation();
  const { cluster, vocabulary, namespace } = useClusterScope();
  const { me } = useAccess();
  const [params, setParams] = useSearchParams();
  const { address, question, subject, setQuestion, setSubject } = useTypedQuestion(params, namespace);
  const [asked, setAsked] = useState<(Asked & { sent: Sent })[]>([]);
  const keep = (entry: Asked & { sent: Sent }): void => setAsked((list) => [entry, ...list].slice(0, MAX_ANSWERS));
  const review = useSingleMutation({
    mutationFn: (sent: Sent) => sendReview(cluster.id, vocabulary, sent.question, sent.other),
    onSuccess: (answer, sent) => keep({ question: sent.question, answer, sent }),
    onError: (error, sent) => keep({ question: sent.question, error, sent }),
  });
  const sentNow = (asking: Question): Sent => ({
    question: asking,
    subject,
    other: subject.kind === "me" ? undefined : identityOf(subject, undefined),
  });
  const submit = (): void => {
    const asking = splitSubresource(question);
    const next = questionParams(asking, subject);
    // A question that is already in the address is asked again at once; another one is written into the address first.
    if (questionKey(next) === address) review.mutate(sentNow(asking));
    else setParams(next, { replace: true });
  };
  const askAddress = useEffectEvent(() => review.mutate(sentNow(question)));
  useEffect(() => {
    if (address !== "") askAddress();
  }, [address]);
  const [latest, ...earlier] = asked;
  const identity = latest === undefined ? undefined : (latest.sent.other ?? me);
  return (
    <div className="accessView two">
      <div className="accessColumn">
        <p className="muted">{t("access.lead")}</p>
        <CanIForm question={question} onChange={setQuestion} onSubmit={submit} busy={review.isPending}>
          <SubjectPicker subject={subject} onChange={setSubject} kinds={["me", "user", "group", "account"]} />
        </CanIForm>
        {earlier.length === 0 ? null : (
          <section>
            <h2 className="accessHistory">{t("access.history")}</h2>
            {keyed(earlier, ({ sent }) => JSON.stringify(sent)).map(({ key, item }) => (
              <AnswerCard key={key} asked={item} small />
            ))}
          </section>
        )}
      </div>
      <div className="accessColumn" aria-live="polite">
        {latest === undefined ? null : <AnswerCard asked={latest} who={latest.sent.other?.username} />}
        {latest === undefined || identity === undefined ? null : (
          <Explanation
            identity={identity}
            subject={latest.sent.subject}
            request={requestOf(latest.question)}
            answered={latest.answer?.allowed}
          />
        )}
      </div>
    </div>
  );
}
