import type { ServiceAccountSubject, Subject } from "kubernetes-types/flowcontrol/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, notSupported, required } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { checkLabel, invalidBy } from "../../../ground/formats/names/names.ts";

/** The only member that a subject of each kind has. */
const MEMBERS = { Group: "group", ServiceAccount: "serviceAccount", User: "user" } as const;
/** The order in which members of other kinds are reported. */
const REFUSED = ["ServiceAccount", "User", "Group"] as const;
const ALL = "*";

/** Field errors of one subject: a user, a group or a service account. */
export function validateSubject(subject: Partial<Subject>, path: string): FieldError[] {
  const kind = REFUSED.find((name) => name === subject.kind);
  if (kind === undefined) return [notSupported(child(path, "kind"), subject.kind ?? "", Object.keys(MEMBERS))];
  const member = MEMBERS[kind];
  const at = child(path, member);
  const errors: FieldError[] = [];
  const value = subject[member];
  if (value === undefined) errors.push(required(at, `${member} is required when subject kind is '${kind}'`));
  else if (kind === "ServiceAccount") append(errors, validateServiceAccount(subject.serviceAccount ?? {}, at));
  else if ((value.name ?? "") === "") errors.push(required(child(at, "name")));
  for (const other of REFUSED) {
    const name = MEMBERS[other];
    if (other === kind || subject[name] === undefined) continue;
    errors.push(forbidden(child(path, name), `${name} is forbidden when subject kind is not '${other}'`));
  }
  return errors;
}

function validateServiceAccount(account: Partial<ServiceAccountSubject>, path: string): FieldError[] {
  const { name = "", namespace = "" } = account;
  const namePath = child(path, "name");
  const namespacePath = child(path, "namespace");
  const errors = name === "" ? [required(namePath)] : [];
  if (name !== "" && name !== ALL) append(errors, invalidBy(namePath, name, checkSubdomain(name)));
  if (namespace === "") return [...errors, required(namespacePath, "must specify namespace for service account")];
  return [...errors, ...invalidBy(namespacePath, namespace, checkLabel(namespace))];
}
