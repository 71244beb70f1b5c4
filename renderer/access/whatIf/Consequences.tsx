import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PolicyChange } from "../../../shared/rbac/diff.ts";
import { ruleText } from "../../../shared/rbac/ruleText.ts";
import type { PolicyRule } from "../../../shared/rbac/types.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { keyed } from "../../ui/keyed.ts";
import { subjectText } from "../askedSubject.ts";
import { RuleText } from "../explain/RuleText.tsx";
import { useTask } from "../model/useTask.ts";
import type { AppliedDraft } from "./applyDraft.ts";
import { refText } from "./drafts.ts";
import "../explain/Explanation.css";
import "../explain/cards.css";

const SHOWN = 100;
const RULES_SHOWN = 12;

const sizeOf = ({ roles, bindings }: AppliedDraft["before"]): number =>
  bindings.length * 8 + roles.reduce((sum, role) => sum + role.rules.length, 0);

/** Which subjects gain or lose which rights by the drafted changes. */
export function Consequences({
  applied,
  nothing,
  settled,
}: {
  applied: AppliedDraft;
  nothing: boolean;
  settled: boolean;
}) {
  const { t } = useTranslation();
  const { before, after, fixedRoles } = applied;
  const task = useMemo(
    () => (nothing ? undefined : ({ kind: "diff", before, after } as const)),
    [nothing, before, after],
  );
  // A diff compares rules with rules: its cost grows with the square of their number.
  const { result, busy } = useTask(task, task === undefined ? 0 : sizeOf(before) ** 2 / 4);
  if (nothing)
    return (
      <p className="muted" data-testid="what-if-none">
        {t("rights.noChanges")}
      </p>
    );
  return (
    <section className="consequences" data-testid="what-if-changes" data-settled={String(settled && !busy)}>
      <h2>{t("rights.consequences")}</h2>
      {fixedRoles.map((ref) => (
        <p key={refText(ref)} className="notice warn">
          {t("rights.fixedRole", { name: refText(ref) })}
        </p>
      ))}
      {busy && result === undefined ? <p className="muted">{t("rights.computing")}</p> : null}
      {result?.length === 0 ? <p className="muted">{t("rights.noEffect")}</p> : null}
      <ul className="holders">
        {(result ?? []).slice(0, SHOWN).map((change) => (
          <ChangeItem key={`${subjectText(change.subject)} ${change.namespace}`} change={change} />
        ))}
      </ul>
      {result !== undefined && result.length > SHOWN ? (
        <p className="faint">{t("rights.more", { count: result.length - SHOWN })}</p>
      ) : null}
    </section>
  );
}

function ChangeItem({ change }: { change: PolicyChange }) {
  const { t } = useTranslation();
  const { subject, namespace } = change;
  return (
    <li data-testid="what-if-change">
      <p className="holder">
        <Badge tone="accent">{subject.kind}</Badge>
        <strong>{shownText(subjectText(subject).slice(subject.kind.length + 1))}</strong>
        <span className="muted">
          {namespace === "" ? t("rights.wholeCluster") : t("rights.inNamespace", { namespace })}
        </span>
      </p>
      <Rules rules={change.gained} title={t("rights.gains")} gained />
      <Rules rules={change.lost} title={t("rights.loses")} />
    </li>
  );
}

function Rules({ rules, title, gained = false }: { rules: readonly PolicyRule[]; title: string; gained?: boolean }) {
  const { t } = useTranslation();
  if (rules.length === 0) return null;
  return (
    <ul className={gained ? "ruleChanges good" : "ruleChanges bad"}>
      {keyed(rules.slice(0, RULES_SHOWN), ruleText).map(({ key, item: rule }) => (
        <li key={key}>
          <Icon name={gained ? "plus" : "close"} size={12} />
          <span className="visuallyHidden">{title}</span>
          <RuleText rule={rule} />
        </li>
      ))}
      {rules.length > RULES_SHOWN ? <li>{t("rights.more", { count: rules.length - RULES_SHOWN })}</li> : null}
    </ul>
  );
}
