import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { alsoGained, rolesAllowing } from "../../../shared/rbac/rolesAllowing.ts";
import { ruleText } from "../../../shared/rbac/ruleText.ts";
import type { AccessRequest, PolicyRule, RoleRef, SubjectIdentity } from "../../../shared/rbac/types.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { draftStorage } from "../../editor/drafts/draftStorage.ts";
import { Button } from "../../ui/Button.tsx";
import { keyed } from "../../ui/keyed.ts";
import { accessViewUrl } from "../accessUrls.ts";
import { type AskedSubject, ME } from "../askedSubject.ts";
import { useAccess } from "../model/useAccessState.ts";
import { bindingText } from "../whatIf/bindingText.ts";
import { keepWhatIf, readWhatIf, withDocument } from "../whatIf/drafts.ts";
import { roleFor, ruleFor } from "../whatIf/roleText.ts";
import { RuleText } from "./RuleText.tsx";
import "./Remedies.css";

const SHOWN = 4;
const RULES_SHOWN = 20;

/**
 * Roles that would allow a request if bound, with the other rights that each would give. The user can try each in a
 * draft.
 */
export function Remedies({
  request,
  subject,
  identity,
}: {
  request: AccessRequest;
  subject: AskedSubject;
  identity: SubjectIdentity;
}) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const { roles, bindings, policy } = useAccess();
  const navigate = useNavigate();
  const found = useMemo(() => rolesAllowing({ roles, bindings }, request), [roles, bindings, request]);
  const shown = useMemo(
    () => found.slice(0, SHOWN).map((role) => ({ role, more: alsoGained(policy, identity, role, request) })),
    [found, policy, identity, request],
  );
  const namespace = request.resourceRequest ? request.namespace : "";
  // For the user's own rights the binding names the user, because groups have other members.
  const target: AskedSubject = subject.kind === "me" ? { ...ME, kind: "user", name: identity.username } : subject;
  const own = useMemo(() => roleFor(vocabulary.rbacGroup, request), [vocabulary, request]);
  /** @param made documents that the draft needs before the binding */
  const draft = (role: RoleRef, ...made: readonly string[]): void => {
    const documents = [...made, bindingText(vocabulary.rbacGroup, role, target, namespace)];
    const kept = readWhatIf(draftStorage(), cluster.id);
    keepWhatIf(draftStorage(), cluster.id, { ...kept, text: documents.reduce(withDocument, kept.text) });
    navigate(accessViewUrl(cluster.id, "whatIf"));
  };
  return (
    <>
      <h3>{t("rights.fixOwnTitle")}</h3>
      <ul className="remedies">
        <li>
          <Button onClick={() => draft(own, own.text)} data-testid="remedy-own">
            {t("rights.fixOwn", { role: `${own.kind} ${own.name}` })}
          </Button>
          <RuleText rule={ruleFor(request)} />
        </li>
      </ul>
      <h3>{t("rights.fixTitle")}</h3>
      {found.length === 0 ? <p className="muted">{t("rights.fixNone")}</p> : null}
      <ul className="remedies" data-testid="remedies">
        {shown.map(({ role, more }) => {
          const kind = role.namespace === "" ? "ClusterRole" : "Role";
          return (
            <li key={`${role.namespace}/${role.name}`}>
              <Button onClick={() => draft({ kind, name: role.name })}>
                {t("rights.fixBind", { role: `${kind} ${role.name}` })}
              </Button>
              <MoreRules rules={more} />
            </li>
          );
        })}
      </ul>
      {found.length > SHOWN ? <p className="faint">{t("rights.more", { count: found.length - SHOWN })}</p> : null}
    </>
  );
}

/** The rules that a binding would grant beyond the request. */
function MoreRules({ rules }: { rules: readonly PolicyRule[] }) {
  const { t } = useTranslation();
  if (rules.length === 0) return <span className="faint">{t("rights.fixNothingMore")}</span>;
  return (
    <details className="remedyMore" data-testid="remedy-more">
      <summary>{t("rights.fixMore", { count: rules.length })}</summary>
      <ul>
        {keyed(rules.slice(0, RULES_SHOWN), ruleText).map(({ key, item }) => (
          <li key={key}>
            <RuleText rule={item} />
          </li>
        ))}
      </ul>
      {rules.length > RULES_SHOWN ? (
        <p className="faint">{t("rights.more", { count: rules.length - RULES_SHOWN })}</p>
      ) : null}
    </details>
  );
}
