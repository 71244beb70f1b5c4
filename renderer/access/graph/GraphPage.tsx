import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAddress } from "../../app/useAddress.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { AddressField } from "../../ui/forms/AddressField.tsx";
import { Select } from "../../ui/forms/Select.tsx";
import { identityOf, subjectFrom } from "../askedSubject.ts";
import { useAccess } from "../model/useAccessState.ts";
import { SubjectPicker } from "../SubjectPicker.tsx";
import { useAddressSubject } from "../useAddressSubject.ts";
import { accessGraph } from "./accessGraph.ts";
import { GraphCanvas } from "./GraphCanvas.tsx";
import { GraphList } from "./GraphList.tsx";
import "./graph.css";
import "../accessView.css";

const NOTHING = { nodes: [], edges: [] };

/** Subjects, bindings, roles and rules as a graph, for a subject or for a role; also as a list. */
export function GraphPage() {
  const { t } = useTranslation();
  const { policy, roles, me } = useAccess();
  const [params, set] = useAddress();
  const byRole = params.has("role");
  const roleText = params.get("role") ?? "";
  const asList = params.get("view") === "list";
  const subject = useMemo(() => subjectFrom(params), [params]);
  const graph = useMemo(() => {
    if (byRole) {
      const slash = roleText.indexOf("/");
      const namespace = roleText.slice(0, Math.max(0, slash));
      return accessGraph(policy, { kind: "role", namespace, name: roleText.slice(slash + 1) });
    }
    const identity = identityOf(subject, me);
    return identity === undefined ? NOTHING : accessGraph(policy, { kind: "whom", identity });
  }, [policy, byRole, roleText, subject, me]);
  const names = useMemo(
    () => roles.map(({ namespace, name }) => (namespace === "" ? name : `${namespace}/${name}`)).sort(),
    [roles],
  );
  const [typed, setTyped] = useAddressSubject(subject);
  return (
    <div className="accessView wide">
      <p className="muted">{t("rights.graphLead")}</p>
      <div className="accessFields">
        <Select
          label={t("rights.graphFocus")}
          value={byRole ? "role" : "whom"}
          onChange={(focus) => set((next) => (focus === "role" ? next.set("role", "view") : next.delete("role")))}
          options={[
            { value: "whom", label: t("rights.focusWhom") },
            { value: "role", label: t("rights.focusRole") },
          ]}
          testId="graph-focus"
        />
        {byRole ? (
          <AddressField
            label={t("rights.role")}
            value={roleText}
            suggestions={names}
            onText={(text) => set((next) => next.set("role", text))}
            data-testid="graph-role"
          />
        ) : (
          <SubjectPicker subject={typed} onChange={setTyped} kinds={["me", "user", "group", "account"]} />
        )}
        <Select
          label={t("rights.view")}
          value={asList ? "list" : "graph"}
          onChange={(view) => set((next) => next.set("view", view))}
          options={[
            { value: "graph", label: t("rights.asGraph") },
            { value: "list", label: t("rights.asList") },
          ]}
          testId="graph-view"
        />
      </div>
      {graph.nodes.length === 0 ? (
        <EmptyState icon="lock" title={t("rights.graphNone")} />
      ) : asList ? (
        <GraphList graph={graph} label={t("rights.graphLabel")} />
      ) : (
        <GraphCanvas graph={graph} label={t("rights.graphLabel")} />
      )}
    </div>
  );
}
