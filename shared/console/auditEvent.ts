/** What an event of the audit log says: who acted, on what, and how it was decided. */
import type { ShownAuditEvent } from "./auditFeed.ts";

/** The user who acted: the impersonated user, if any. */
export const actorOf = ({ user, impersonatedUser }: ShownAuditEvent): string =>
  (impersonatedUser ?? user).username ?? "";

/** The resource of a request with its group: `deployments.apps`; empty for paths that are no resources. */
export const resourceOf = ({ objectRef }: ShownAuditEvent): string =>
  [objectRef?.resource, objectRef?.apiGroup].filter(Boolean).join(".");

/** The object of a request: `pods/log dev/web`, or its path. */
export function objectText(event: ShownAuditEvent): string {
  const { objectRef, requestURI } = event;
  if (objectRef?.resource === undefined) return requestURI;
  const { subresource, namespace, name } = objectRef;
  const type = `${resourceOf(event)}${subresource === undefined ? "" : `/${subresource}`}`;
  const place = [namespace, name].filter((part) => part !== undefined).join("/");
  return place === "" ? type : `${type} ${place}`;
}

const annotation = (event: ShownAuditEvent, name: "decision" | "reason"): string => {
  const found = Object.entries(event.annotations ?? {}).find(
    ([key]) => key.startsWith("authorization.") && key.endsWith(`/${name}`),
  );
  return found?.[1] ?? "";
};

/** `allow`, `forbid`, or empty when no authorizer made a decision. */
export const decisionOf = (event: ShownAuditEvent): string => annotation(event, "decision");
export const reasonOf = (event: ShownAuditEvent): string => annotation(event, "reason");

/** The code of the response; 0 before it. */
export const codeOf = ({ responseStatus }: ShownAuditEvent): number => responseStatus?.code ?? 0;

/** Whether the request was refused by an authorizer or by admission, or was not authenticated. */
export const isDenied = (event: ShownAuditEvent): boolean => codeOf(event) === 401 || codeOf(event) === 403;

/** Verbs that change nothing. For non-resource requests, the verb is the HTTP method. */
const READS = new Set(["get", "list", "watch", "head", "options"]);

/** Whether a request may change something. */
export const isChange = ({ verb }: ShownAuditEvent): boolean => !READS.has(verb);

/** Whether a request asks to delete objects: one, a whole collection, or a pod by evicting it. */
export const isDeletion = ({ verb, objectRef }: ShownAuditEvent): boolean =>
  verb === "delete" || verb === "deletecollection" || (verb === "create" && objectRef?.subresource === "eviction");
