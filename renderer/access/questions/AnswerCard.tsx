import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/Icon.tsx";
import { type Asked, describe } from "./review.ts";
import "./AnswerCard.css";

/** One answer: yes or no, to what, and why. */
export function AnswerCard({
  asked,
  small = false,
  who,
}: {
  asked: Asked;
  small?: boolean;
  /** The subject of the question, if it is not the user. */
  who?: string | undefined;
}) {
  const { t } = useTranslation();
  const { question, answer, error } = asked;
  const allowed = answer?.allowed === true;
  const verdict =
    error !== undefined
      ? error.message
      : allowed
        ? t("access.allowed")
        : answer?.denied
          ? t("access.denied")
          : t("access.noOpinion");
  const reason = answer?.reason || t("access.noReason");
  return (
    <article
      className={`answer ${allowed ? "good" : "bad"} ${small ? "small" : ""}`}
      data-testid={small ? "can-i-past" : "can-i-result"}
      data-allowed={String(allowed)}
    >
      <span className="answerIcon">
        <Icon name={error !== undefined ? "alert" : allowed ? "check" : "close"} size={small ? 13 : 18} />
      </span>
      <div>
        <p>
          <strong>{verdict}</strong> <code>{describe(question)}</code>
          {who ? <span className="muted"> {t("rights.askedFor", { who })}</span> : null}
        </p>
        {error !== undefined ? null : <p className="muted">{reason}</p>}
        {answer?.evaluationError ? (
          <p className="muted">
            {t("access.evaluationError")}: {answer.evaluationError}
          </p>
        ) : null}
      </div>
    </article>
  );
}
