import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PolicyRule } from "../../shared/rbac/types.ts";
import { request } from "../api/requests/request.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Loading } from "../app/Loading.tsx";
import { useAddress } from "../app/useAddress.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { AddressField } from "../ui/forms/AddressField.tsx";
import { ErrorNotice } from "./refusals/ErrorNotice.tsx";
import { ruleRows } from "./ruleRows.ts";
import "./RulesPage.css";
import { ScrollRegion } from "../ui/ScrollRegion.tsx";
import "./accessView.css";

interface RulesStatus {
  resourceRules?: PolicyRule[] | null;
  nonResourceRules?: PolicyRule[] | null;
  incomplete?: boolean;
  evaluationError?: string;
}

const SHOWN = 1000;

/** The server's own list of what the user may do in a namespace. */
export function RulesPage() {
  const { t } = useTranslation();
  const { cluster, vocabulary, namespace: current } = useClusterScope();
  const [params, change] = useAddress();
  const namespace = params.get("ns") ?? (current || "default");
  const filter = params.get("filter") ?? "";
  const review = useQuery({
    queryKey: ["rules", cluster.id, namespace],
    queryFn: async ({ signal }) => {
      const { body } = await request<{ status?: RulesStatus }>(cluster.id, {
        method: "POST",
        path: vocabulary.render("/apis/authorization.{domain}/v1/selfsubjectrulesreviews"),
        body: {
          apiVersion: vocabulary.render("authorization.{domain}/v1"),
          kind: "SelfSubjectRulesReview",
          spec: { namespace },
        },
        signal,
      });
      return body.status ?? {};
    },
    enabled: namespace !== "",
  });
  const rows = useMemo(() => {
    const { resourceRules, nonResourceRules } = review.data ?? {};
    return ruleRows([...(resourceRules ?? []), ...(nonResourceRules ?? [])], filter);
  }, [review.data, filter]);
  const set = (key: string, value: string): void => change((next) => next.set(key, value));
  return (
    <div className="accessView wide">
      <p className="muted">{t("rights.rulesLead")}</p>
      <div className="accessFields">
        <AddressField
          label={t("rights.namespace")}
          value={namespace}
          onText={(text) => set("ns", text.trim())}
          data-testid="rules-namespace"
        />
        <AddressField
          label={t("rights.filter")}
          value={filter}
          onText={(text) => set("filter", text)}
          data-testid="rules-filter"
        />
      </div>
      {review.data?.incomplete ? (
        <p className="notice warn" data-testid="rules-incomplete">
          {t("rights.rulesIncomplete")} {review.data.evaluationError}
        </p>
      ) : null}
      {review.error !== null ? (
        <ErrorNotice error={review.error} />
      ) : review.isPending ? (
        <Loading />
      ) : rows.length === 0 ? (
        <EmptyState icon="lock" title={t("rights.rulesNone")} />
      ) : (
        <ScrollRegion as="section" className="rulesScroll" aria-label={t("rights.rules")}>
          <table className="rulesTable" data-testid="rules">
            <thead>
              <tr>
                <th scope="col">{t("rights.resources")}</th>
                <th scope="col">{t("rights.groups")}</th>
                <th scope="col">{t("rights.names")}</th>
                <th scope="col">{t("rights.verbs")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, SHOWN).map((row) => (
                <tr key={`${row.target} ${row.group} ${row.names}`}>
                  <th scope="row" className="mono">
                    {row.target}
                  </th>
                  <td>{row.path ? t("rights.paths") : row.group || t("rights.core")}</td>
                  <td>{row.names === "" ? <span className="faint">{t("rights.any")}</span> : row.names}</td>
                  <td className="mono">{row.verbs.join(" ")}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > SHOWN ? <p className="faint">{t("rights.more", { count: rows.length - SHOWN })}</p> : null}
        </ScrollRegion>
      )}
    </div>
  );
}
