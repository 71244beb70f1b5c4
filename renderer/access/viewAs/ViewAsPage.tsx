import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { encodeViewAs, VIEW_AS_HEADER, type ViewAs } from "../../../shared/viewAs.ts";
import { request } from "../../api/request.ts";
import { setViewAs } from "../../api/viewAs.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { clusterUrl } from "../../app/urls.ts";
import { useGoOn } from "../../app/useGoOn.ts";
import { Button } from "../../ui/Button.tsx";
import { SubjectPicker } from "../SubjectPicker.tsx";
import { WhyLink } from "../WhyLink.tsx";
import { whoIs } from "../whoIs.ts";
import { ME, type Whom, whomFrom } from "../whom.ts";
import { isOfCluster } from "./isOfCluster.ts";
import { viewAsOf } from "./viewAsOf.ts";
import "../questionForm.css";

/**
 * Chooses the subject as which to view the cluster. Nothing changes until the server has confirmed that the user may
 * impersonate it.
 */
export function ViewAsPage() {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const [params] = useSearchParams();
  const queries = useQueryClient();
  const goOn = useGoOn();
  const [whom, setWhom] = useState<Whom>(() => {
    const linked = whomFrom(params);
    return linked.kind === "me" ? { ...ME, kind: "user" } : linked;
  });
  const viewAs = viewAsOf(whom);
  const start = useMutation({
    mutationFn: async (chosen: ViewAs) => {
      await request(cluster.id, {
        method: "POST",
        path: vocabulary.render("/apis/authentication.{domain}/v1/selfsubjectreviews"),
        body: { apiVersion: vocabulary.render("authentication.{domain}/v1"), kind: "SelfSubjectReview" },
        headers: { [VIEW_AS_HEADER]: encodeViewAs(chosen) },
      });
      return chosen;
    },
    onSuccess: (chosen) => {
      setViewAs(cluster.id, chosen);
      void queries.resetQueries({ predicate: isOfCluster });
      goOn(clusterUrl(cluster.id));
    },
  });
  return (
    <div className="accessView">
      <div className="accessColumn">
        <p className="muted">{t("rights.viewAsLead")}</p>
        <form
          className="canI"
          aria-label={t("rights.viewAs")}
          onSubmit={(event) => {
            event.preventDefault();
            if (viewAs !== undefined) start.mutate(viewAs);
          }}
        >
          <SubjectPicker whom={whom} onChange={setWhom} kinds={["user", "group", "account"]} />
          <div className="canIActions">
            <Button variant="primary" type="submit" disabled={start.isPending} data-testid="view-as-start">
              {start.isPending
                ? t("rights.viewAsCheck")
                : t("rights.viewAsStart", { who: viewAs === undefined ? "…" : whoIs(viewAs, t) })}
            </Button>
          </div>
        </form>
        {start.error === null ? null : (
          <p className="notice bad" role="alert" data-testid="view-as-refused">
            <span>
              {t("rights.viewAsRefused")} {start.error.message} <WhyLink error={start.error} />
            </span>
          </p>
        )}
      </div>
    </div>
  );
}
