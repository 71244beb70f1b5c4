import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { explain } from "../../../shared/rbac/explain.ts";
import type { AccessRequest, SubjectIdentity } from "../../../shared/rbac/types.ts";
import { keyed } from "../../ui/keyed.ts";
import type { AskedSubject } from "../askedSubject.ts";
import { useAccess } from "../model/useAccessState.ts";
import { GrantChain, grantKey } from "./GrantChain.tsx";
import { NearMissList } from "./NearMissList.tsx";
import { Remedies } from "./Remedies.tsx";
import "./cards.css";
import "./Explanation.css";

export interface ExplanationProps {
  identity: SubjectIdentity;
  subject: AskedSubject;
  request: AccessRequest;
  /** Whether the server allows the request; undefined when the server was not asked. */
  answered?: boolean | undefined;
}

const SHOWN = 8;

/** Why a request is allowed or not: the chains that grant it, or the near misses and possible remedies. */
export function Explanation({ identity, subject, request, answered }: ExplanationProps) {
  const { t } = useTranslation();
  const { policy, loading } = useAccess();
  const { allowed, grants, nearMisses, dangling } = useMemo(
    () => explain(policy, identity, request),
    [policy, identity, request],
  );
  if (loading) return <p className="muted">{t("rights.reading")}</p>;
  return (
    <section className="explanation" data-testid="explanation" data-allowed={String(allowed)}>
      <h2>{t("rights.why")}</h2>
      <p className="faint">{t("rights.whyLead")}</p>
      {answered === true && !allowed ? <p className="notice warn">{t("rights.notExplained")}</p> : null}
      {answered === false && allowed ? <p className="notice warn">{t("rights.notConfirmed")}</p> : null}
      {allowed ? (
        <>
          <p>{t("rights.whyAllowed", { count: grants.length })}</p>
          <ul className="grants" data-testid="grants">
            {keyed(grants.slice(0, SHOWN), grantKey).map(({ key, item }) => (
              <li key={key}>
                <GrantChain subject={item.subject} binding={item.binding} rule={item.rule} />
              </li>
            ))}
          </ul>
          {grants.length > SHOWN ? <p className="faint">{t("rights.more", { count: grants.length - SHOWN })}</p> : null}
        </>
      ) : answered === true ? null : (
        <>
          {nearMisses.length === 0 ? (
            <p className="muted">{t("rights.nothingNear")}</p>
          ) : (
            <>
              <h3>{t("rights.nearest")}</h3>
              <NearMissList misses={nearMisses} request={request} />
            </>
          )}
          <Remedies request={request} subject={subject} identity={identity} />
        </>
      )}
      {/* If denied, the dangling bindings are among the near misses. */}
      {(allowed ? dangling : []).map((binding) => (
        <p className="notice warn" key={`${binding.namespace}/${binding.name}`}>
          {t("rights.dangling", { binding: binding.name, role: `${binding.roleRef.kind} ${binding.roleRef.name}` })}
        </p>
      ))}
    </section>
  );
}
