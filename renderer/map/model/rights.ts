import type { ApiObject } from "../../../shared/object.ts";
import { listAt, textAt } from "../../resources/kinds/read.ts";
import type { MapDraft } from "./mapDraft.ts";

/**
 * Adds a RoleBinding to the map, with its role and subjects. Users and groups are not objects, so they are named in a
 * note.
 */
export function addRoleBinding(draft: MapDraft, binding: ApiObject): void {
  const node = draft.add("RoleBinding", binding);
  const kind = textAt(binding, "roleRef.kind");
  const name = textAt(binding, "roleRef.name");
  if (name !== "") {
    const role = { apiVersion: binding.apiVersion ?? "", kind, name };
    draft.link(node, draft.refer(role, kind === "ClusterRole" ? "" : node.namespace), "grants");
  }
  // The server creates bindings in advance for components that may be installed later.
  const isOfServer = Object.keys(node.labels).some((key) => key.endsWith("/bootstrapping"));
  const people: string[] = [];
  for (const subject of listAt(binding, "subjects")) {
    const subjectName = textAt(subject, "name");
    if (textAt(subject, "kind") !== "ServiceAccount") {
      people.push(subjectName);
      continue;
    }
    const reference = { apiVersion: "v1", kind: "ServiceAccount", name: subjectName };
    const namespace = textAt(subject, "namespace") || node.namespace;
    const account = isOfServer ? draft.find(reference, namespace) : draft.refer(reference, namespace);
    if (account !== undefined) draft.link(account, node, "grantedBy");
  }
  if (people.length > 0) node.notes.push({ id: "subjects", values: { names: people.join(", ") } });
}
