import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { whoCan } from "../../../shared/rbac/whoCan.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { keyed } from "../../ui/keyed.ts";
import { questionParams, subjectMatrixUrl } from "../accessUrls.ts";
import { subjectText } from "../askedSubject.ts";
import { GrantChain, grantKey } from "../explain/GrantChain.tsx";
import { useAccess } from "../model/useAccessState.ts";
import { groupHolders } from "./groupHolders.ts";
import { QuestionFields } from "./QuestionFields.tsx";
import { questionFrom, splitSubresource } from "./questionFrom.ts";
import { requestOf } from "./requestOf.ts";
import { describe } from "./review.ts";
import { useTypedQuestion } from "./useTypedQuestion.ts";
import "./questionForm.css";
import "../explain/cards.css";
import { Form } from "../../ui/forms/Form.tsx";
import "../accessView.css";

const SHOWN = 300;

/** "Who can?": all subjects that bindings allow the request, with those bindings. */
export function WhoCanPage() {
  const { t } = useTranslation();
  const { cluster, namespace } = useClusterScope();
  const { policy } = useAccess();
  const [params, setParams] = useSearchParams();
  const { question, setQuestion } = useTypedQuestion(params, namespace);
  const asked = useMemo(() => (params.has("verb") ? questionFrom(params, namespace) : undefined), [params, namespace]);
  const holders = useMemo(
    () => (asked === undefined ? [] : groupHolders(whoCan(policy, requestOf(asked)))),
    [policy, asked],
  );
  return (
    <div className="accessView two">
      <div className="accessColumn">
        <p className="muted">{t("rights.whoLead")}</p>
        <Form
          className="canI"
          aria-label={t("rights.whoCan")}
          onSubmit={() => {
            setParams(questionParams(splitSubresource(question)));
          }}
        >
          <QuestionFields question={question} onChange={setQuestion} />
          <div className="canIActions">
            <Button variant="primary" type="submit" data-testid="who-can-ask">
              {t("access.ask")}
            </Button>
          </div>
        </Form>
      </div>
      <div className="accessColumn" aria-live="polite">
        {asked === undefined ? null : holders.length === 0 ? (
          <EmptyState icon="lock" title={t("rights.whoNone")} testId="who-can-none">
            <code>{describe(asked)}</code>
          </EmptyState>
        ) : (
          <section data-testid="who-can">
            <h2>
              {t("rights.whoCount", { count: holders.length })} <code>{describe(asked)}</code>
            </h2>
            <ul className="holders">
              {holders.slice(0, SHOWN).map(({ subject, scope, grants }) => (
                <li key={subjectText(subject, scope)} data-testid="holder">
                  <p className="holder">
                    <Badge tone="accent">{subject.kind}</Badge>
                    <strong>{shownText(subjectText(subject, scope).slice(subject.kind.length + 1))}</strong>
                    <span className="spacer" />
                    <Link to={subjectMatrixUrl(cluster.id, subject, scope || asked.namespace)}>
                      {t("rights.matrix")}
                      <span className="visuallyHidden">: {subject.name}</span>
                    </Link>
                  </p>
                  {keyed(grants, grantKey).map(({ key, item }) => (
                    <GrantChain key={key} binding={item.binding} rule={item.rule} />
                  ))}
                </li>
              ))}
            </ul>
            {holders.length > SHOWN ? (
              <p className="faint">{t("rights.more", { count: holders.length - SHOWN })}</p>
            ) : null}
          </section>
        )}
      </div>
    </div>
  );
}
