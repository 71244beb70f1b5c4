import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { rolesAllowing } from "../../../shared/rbac/rolesAllowing.ts";
import type { AccessRequest, SubjectIdentity } from "../../../shared/rbac/types.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { draftStorage } from "../../editor/draftStorage.ts";
import { Button } from "../../ui/Button.tsx";
import { accessViewUrl } from "../accessUrls.ts";
import { useAccess } from "../model/useAccessState.ts";
import { bindingText } from "../whatIf/bindingText.ts";
import { keepWhatIf, readWhatIf, withDocument } from "../whatIf/drafts.ts";
import { ME, type Whom } from "../whom.ts";
import "./Remedies.css";

const SHOWN = 4;

/** Roles that would allow a request if they were bound, those that grant least first; each can be tried in a draft. */
export function Remedies({
  request,
  whom,
  identity,
}: {
  request: AccessRequest;
  whom: Whom;
  identity: SubjectIdentity;
}) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const { roles, bindings } = useAccess();
  const navigate = useNavigate();
  const found = useMemo(() => rolesAllowing({ roles, bindings }, request), [roles, bindings, request]);
  const namespace = request.resourceRequest ? request.namespace : "";
  // About oneself the binding names the user, since groups may be shared with others.
  const target: Whom = whom.kind === "me" ? { ...ME, kind: "user", name: identity.username } : whom;
  const draft = (roleName: string, kind: string): void => {
    const text = bindingText(vocabulary.rbacGroup, { kind, name: roleName }, target, namespace);
    const kept = readWhatIf(draftStorage(), cluster.id);
    keepWhatIf(draftStorage(), cluster.id, { ...kept, text: withDocument(kept.text, text) });
    navigate(accessViewUrl(cluster.id, "whatIf"));
  };
  return (
    <>
      <h3>{t("rights.fixTitle")}</h3>
      {found.length === 0 ? <p className="muted">{t("rights.fixNone")}</p> : null}
      <ul className="remedies" data-testid="remedies">
        {found.slice(0, SHOWN).map((role) => {
          const kind = role.namespace === "" ? "ClusterRole" : "Role";
          return (
            <li key={`${role.namespace}/${role.name}`}>
              <Button onClick={() => draft(role.name, kind)}>
                {t("rights.fixBind", { role: `${kind} ${role.name}` })}
              </Button>
            </li>
          );
        })}
      </ul>
      {found.length > SHOWN ? <p className="faint">{t("rights.more", { count: found.length - SHOWN })}</p> : null}
    </>
  );
}
