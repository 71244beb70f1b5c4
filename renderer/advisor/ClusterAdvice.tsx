import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ClusterAdvice as Advice } from "../../shared/advice/answers.ts";
import type { Release } from "../../shared/advice/release.ts";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { useViewAsText } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { SlowNotice } from "../ui/SlowNotice.tsx";
import { adviseCluster } from "./adviceRequests.ts";
import { byVersion } from "./model/byVersion.ts";
import { UsageList } from "./UsageList.tsx";
import { VersionCard } from "./VersionCard.tsx";

/**
 * The API versions that the cluster uses and that the release deprecates or removes. The host searches the cluster when
 * the page opens, and whenever the user requests a new search.
 */
export function ClusterAdvice({ target }: { target: Release }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const subject = useViewAsText(cluster.id);
  const queryClient = useQueryClient();
  const queryKey = ["advice", cluster.id, subject, target];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => adviseCluster(cluster.id, target, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return (
    <div className="pageScroll padded" data-testid="cluster-advice" aria-busy={isFetching}>
      <div className="adviceColumn">
        <div className="adviceBar">
          <span className="muted" role="status">
            {isFetching
              ? t("advisor.looking", { name: cluster.name })
              : data === undefined
                ? ""
                : t("advisor.looked", { count: data.objects })}
          </span>
          <span className="spacer" />
          <Button icon="refresh" disabled={isFetching} onClick={() => void refetch()} data-testid="look-again">
            {t("advisor.again")}
          </Button>
        </div>
        {isFetching && data === undefined ? (
          <SlowNotice onCancel={() => void queryClient.cancelQueries({ queryKey })} />
        ) : null}
        <ErrorNotice error={isFetching ? null : error} testId="advice-failed" />
        {data === undefined ? null : <Found advice={data} target={target} />}
      </div>
    </div>
  );
}

function Found({ advice, target }: { advice: Advice; target: Release }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { usages, more, hidden, changes } = advice;
  const groups = useMemo(() => byVersion(usages), [usages]);
  return (
    <>
      {hidden.length === 0 ? null : (
        <details className="notice warn" data-testid="advice-hidden">
          <summary>{t("advisor.hidden", { count: hidden.length })}</summary>
          <ul>
            {hidden.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
      {groups.length > 0 ? null : hidden.length > 0 ? (
        // Do not report success: the parts that could not be searched may use deprecated versions.
        <EmptyState icon="search" title={t("advisor.nothingSeen")} testId="nothing-seen">
          <p>{t("advisor.nothingSeenText", { name: cluster.name, release: target })}</p>
        </EmptyState>
      ) : (
        <EmptyState icon="check" title={t("advisor.nothing", { release: target })} testId="nothing-ends">
          <p>{t("advisor.nothingText", { name: cluster.name })}</p>
        </EmptyState>
      )}
      {groups.map(({ key, verdict, uses }) => (
        <VersionCard key={key} verdict={verdict} changes={changes[key] ?? []}>
          <UsageList usages={uses} />
        </VersionCard>
      ))}
      {more === 0 ? null : <p className="faint">{t("advisor.more", { count: more })}</p>}
    </>
  );
}
