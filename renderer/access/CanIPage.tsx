import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { AnswerCard } from "./AnswerCard.tsx";
import { CanIForm } from "./CanIForm.tsx";
import { QUESTION_KEYS, questionFrom } from "./questionFrom.ts";
import { type Asked, ask, type Question } from "./review.ts";
import { Whoami } from "./Whoami.tsx";

const KEPT = 8;

/** "Can I?": asks the server about the user's own rights. */
export function CanIPage() {
  const { t } = useTranslation();
  const { cluster, vocabulary, namespace } = useClusterScope();
  const [params, setParams] = useSearchParams();
  const [question, setQuestion] = useState(() => questionFrom(params, namespace));
  const [asked, setAsked] = useState<Asked[]>([]);
  const cameWithQuestion = useRef(params.has("verb"));
  const review = useMutation({
    mutationFn: (q: Question) => ask(cluster.id, vocabulary, q),
    onSuccess: (answer, q) => setAsked((list) => [{ question: q, answer }, ...list].slice(0, KEPT)),
    onError: (error, q) => setAsked((list) => [{ question: q, error }, ...list].slice(0, KEPT)),
  });
  const submit = (): void => {
    const query = new URLSearchParams({ mode: question.mode });
    for (const key of QUESTION_KEYS) if (question[key] !== "") query.set(key, question[key]);
    setParams(query, { replace: true });
    review.mutate(question);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when a link led here with a question
  useEffect(() => {
    if (!cameWithQuestion.current) return;
    cameWithQuestion.current = false;
    review.mutate(question);
  }, []);
  const latest = asked[0];
  return (
    <div className="page">
      <div className="access">
        <header>
          <h1>{t("access.title")}</h1>
          <p className="muted">{t("access.lead")}</p>
        </header>
        <Whoami />
        <CanIForm question={question} onChange={setQuestion} onSubmit={submit} busy={review.isPending} />
        <div aria-live="polite">{latest === undefined ? null : <AnswerCard asked={latest} />}</div>
        {asked.length < 2 ? null : (
          <section>
            <h2 className="accessHistory">{t("access.history")}</h2>
            {asked.slice(1).map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a log of the past, only ever pushed
              <AnswerCard key={asked.length - index} asked={entry} small />
            ))}
          </section>
        )}
      </div>
    </div>
  );
}
