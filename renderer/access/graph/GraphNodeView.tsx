import { Handle, Position } from "@xyflow/react";
import { useTranslation } from "react-i18next";
import { ruleText } from "../../../shared/rbac/ruleText.ts";
import { shownText } from "../../../shared/text/shownText.ts";
import { keyed } from "../../ui/keyed.ts";
import { BindingLink, RoleLink } from "../explain/RbacLink.tsx";
import { RuleText } from "../explain/RuleText.tsx";
import type { GraphNode } from "./accessGraph.ts";

/** The text of a node. Bindings and roles link to their pages. */
export function NodeText({ node }: { node: GraphNode }) {
  const { t } = useTranslation();
  switch (node.kind) {
    case "subject":
      return (
        <span>
          <span className="faint">{node.subject.kind}</span> {shownText(node.label.slice(node.subject.kind.length + 1))}
        </span>
      );
    case "binding":
      return <BindingLink binding={node.binding} />;
    case "role":
      return node.exists ? (
        <RoleLink roleRef={node.binding.roleRef} namespace={node.binding.namespace} />
      ) : (
        <span>
          {shownText(node.label)} <em>{t("rights.missingRole")}</em>
        </span>
      );
    case "rules":
      return (
        <ul>
          {keyed(node.rules, ruleText).map(({ key, item: rule }) => (
            <li key={key} data-tip={ruleText(rule)}>
              <RuleText rule={rule} />
            </li>
          ))}
          {node.left > 0 ? <li className="faint">{t("rights.more", { count: node.left })}</li> : null}
        </ul>
      );
    case "more":
      return <span className="muted">{t("rights.more", { count: node.left })}</span>;
  }
}

/** A rendered node. */
export function GraphNodeView({ data }: { data: { node: GraphNode } }) {
  const { node } = data;
  const lost = node.kind === "role" && !node.exists;
  return (
    <div className={`graphNode ${node.kind}${lost ? " lost" : ""}`} data-testid={`graph-${node.kind}`}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <NodeText node={node} />
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
}
