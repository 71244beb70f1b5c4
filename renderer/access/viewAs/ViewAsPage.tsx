import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { encodeViewAs, VIEW_AS_HEADER, type ViewAs } from "../../../shared/viewAs.ts";
import { paneName } from "../../api/pane.ts";
import { request } from "../../api/requests/request.ts";
import { useSingleMutation } from "../../api/requests/useSingleMutation.ts";
import { setViewAs } from "../../api/viewAs.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { clusterUrl } from "../../app/urls.ts";
import { useNavigateIfCurrent } from "../../app/useNavigateIfCurrent.ts";
import { useSecondPane } from "../../panes/usePanes.ts";
import { Button } from "../../ui/Button.tsx";
import { type AskedSubject, ME, subjectFrom } from "../askedSubject.ts";
import { WhyLink } from "../refusals/WhyLink.tsx";
import { SubjectPicker } from "../SubjectPicker.tsx";
import { whoIs } from "../whoIs.ts";
import { isOfCluster } from "./isOfCluster.ts";
import { viewAsOf } from "./viewAsOf.ts";
import "../questions/questionForm.css";
import { Form } from "../../ui/forms/Form.tsx";
import "../accessView.css";

/**
 * Chooses the subject to view the cluster as. The view changes only once the server has confirmed that the user may
 * impersonate the subject.
 */
export function ViewAsPage() {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const [params] = useSearchParams();
  const queries = useQueryClient();
  const goOn = useNavigateIfCurrent();
  const [subject, setSubject] = useState<AskedSubject>(() => {
    const linked = subjectFrom(params);
    return linked.kind === "me" ? { ...ME, kind: "user" } : linked;
  });
  const viewAs = viewAsOf(subject);
  const asked = params.get("back") ?? "";
  const back = asked.startsWith(clusterUrl(cluster.id)) ? asked : clusterUrl(cluster.id);
  const openSecondPane = useSecondPane();
  const check = async (chosen: ViewAs): Promise<ViewAs> => {
    await request(cluster.id, {
      method: "POST",
      path: vocabulary.render("/apis/authentication.{domain}/v1/selfsubjectreviews"),
      body: { apiVersion: vocabulary.render("authentication.{domain}/v1"), kind: "SelfSubjectReview" },
      headers: { [VIEW_AS_HEADER]: encodeViewAs(chosen) },
    });
    return chosen;
  };
  const start = useSingleMutation({
    mutationFn: check,
    onSuccess: (chosen) => {
      setViewAs(cluster.id, chosen);
      void queries.resetQueries({ predicate: isOfCluster });
      goOn(back);
    },
  });
  const openPane = useSingleMutation({
    mutationFn: check,
    onSuccess: (chosen) => openSecondPane({ path: back, viewAs: chosen }),
  });
  const error = start.error ?? openPane.error;
  return (
    <div className="accessView">
      <div className="accessColumn">
        <p className="muted">{t("rights.viewAsLead")}</p>
        <Form
          className="canI"
          aria-label={t("rights.viewAs")}
          onSubmit={() => {
            if (viewAs !== undefined) start.mutate(viewAs);
          }}
        >
          <SubjectPicker subject={subject} onChange={setSubject} kinds={["user", "group", "account"]} />
          <div className="canIActions">
            {paneName() === undefined ? (
              <Button
                icon="panes"
                busy={openPane.isPending}
                onClick={(event) => {
                  if (viewAs === undefined) event.currentTarget.form?.requestSubmit();
                  else openPane.mutate(viewAs);
                }}
                data-testid="view-as-pane"
              >
                {t("panes.viewBeside")}
              </Button>
            ) : null}
            <Button variant="primary" type="submit" busy={start.isPending} data-testid="view-as-start">
              {start.isPending
                ? t("rights.viewAsCheck")
                : t("rights.viewAsStart", { who: viewAs === undefined ? "…" : whoIs(viewAs, t) })}
            </Button>
          </div>
        </Form>
        {error === null ? null : (
          <p className="notice bad" role="alert" data-testid="view-as-refused">
            <span>
              {t("rights.viewAsRefused")} {error.message} <WhyLink error={error} />
            </span>
          </p>
        )}
      </div>
    </div>
  );
}
