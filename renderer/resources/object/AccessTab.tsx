import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { questionUrl } from "../../access/accessUrls.ts";
import { ErrorNotice } from "../../access/refusals/ErrorNotice.tsx";
import { ErrorText } from "../../access/refusals/ErrorText.tsx";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Loading } from "../../app/Loading.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { type AnsweredQuestion, useObjectAccess } from "./useObjectAccess.ts";
import "../kinds/parts/FactTable.css";

/** Whether the server gave a reason: it gives none for what it allows to administrators. */
const hasReason = ({ answer, error }: AnsweredQuestion): boolean =>
  error !== undefined || (answer?.reason ?? "") !== "";

function Row({ asked, reasons }: { asked: AnsweredQuestion; reasons: boolean }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { question, answer, error } = asked;
  return (
    <tr data-testid="object-access" data-verb={question.verb} data-allowed={answer?.allowed ?? false}>
      <th scope="row">
        {question.verb}
        {question.subresource === "" ? null : <span className="muted"> /{question.subresource}</span>}
      </th>
      <td>
        {answer === undefined ? (
          <Badge tone="warn">{t("access.whoamiFailed")}</Badge>
        ) : (
          <Badge tone={answer.allowed ? "good" : "bad"} dot>
            {answer.allowed ? t("access.allowed") : t(answer.denied ? "access.denied" : "access.noOpinion")}
          </Badge>
        )}
      </td>
      {reasons ? (
        <td className="muted">{error === undefined ? shownText(answer?.reason ?? "") : <ErrorText error={error} />}</td>
      ) : null}
      <td>
        <Link to={questionUrl(cluster.id, question)}>{t("views.explain")}</Link>
      </td>
    </tr>
  );
}

/** What the user may do with the object, according to the server, and a link to "who can". */
export function AccessTab({ type, locator }: { type: ResourceType; locator: ResourceLocator }) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const access = useObjectAccess(cluster.id, vocabulary, type, locator);
  if (access.isPending) return <Loading />;
  if (access.data === undefined) return <ErrorNotice error={access.error} />;
  const reasons = access.data.some(hasReason);
  return (
    <div className="pageScroll padded">
      <p className="muted">{t("views.accessLead")}</p>
      <table className="factTable fitting" data-testid="object-access-table">
        <thead>
          <tr>
            <th scope="col">{t("access.verb")}</th>
            <th scope="col">{t("views.answer")}</th>
            {reasons ? <th scope="col">{t("access.reason")}</th> : null}
            <th scope="col">
              <span className="visuallyHidden">{t("views.explain")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {access.data.map((asked) => (
            <Row key={`${asked.question.verb}/${asked.question.subresource}`} asked={asked} reasons={reasons} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
