import type { BindingShape, PolicyRule, Subject } from "../../../shared/rbac/types.ts";
import { Icon } from "../../ui/Icon.tsx";
import { subjectText } from "../whom.ts";
import { BindingLink, RoleLink } from "./RbacLink.tsx";
import { RuleText } from "./RuleText.tsx";

export interface GrantChainProps {
  /** Left out where it stands above already. */
  subject?: Subject | undefined;
  binding: BindingShape;
  rule?: PolicyRule | undefined;
}

/** Subject → binding → role → rule. */
export function GrantChain({ subject, binding, rule }: GrantChainProps) {
  return (
    <p className="chain">
      {subject === undefined ? null : (
        <>
          <span>{subjectText(subject, binding.namespace)}</span>
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
