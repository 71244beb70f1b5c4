import { ruleText } from "../../../shared/rbac/ruleText.ts";
import type { BindingShape, PolicyRule, Subject } from "../../../shared/rbac/types.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { Icon } from "../../ui/Icon.tsx";
import { subjectText } from "../askedSubject.ts";
import { BindingLink, RoleLink } from "./RbacLink.tsx";
import { RuleText } from "./RuleText.tsx";
import "./GrantChain.css";

export interface GrantChainProps {
  /** Omitted where the heading already names the subject. */
  subject?: Subject | undefined;
  binding: BindingShape;
  rule?: PolicyRule | undefined;
}

/** A key that distinguishes the grants, or near misses, of one answer. */
export const grantKey = ({ subject, binding, rule }: GrantChainProps): string =>
  [subject?.kind, subject?.name, binding.namespace, binding.name, rule === undefined ? "" : ruleText(rule)].join(" ");

/** Subject → binding → role → rule. */
export function GrantChain({ subject, binding, rule }: GrantChainProps) {
  return (
    <p className="chain">
      {subject === undefined ? null : (
        <>
          <span>{shownText(subjectText(subject, binding.namespace))}</span>
          <Icon name="arrowRight" size={12} />
        </>
      )}
      <BindingLink binding={binding} />
      <Icon name="arrowRight" size={12} />
      <RoleLink roleRef={binding.roleRef} namespace={binding.namespace} />
      {rule === undefined ? null : (
        <>
          <Icon name="arrowRight" size={12} />
          <RuleText rule={rule} />
        </>
      )}
    </p>
  );
}
