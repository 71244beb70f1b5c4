import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { checkPathSegment, invalidBy } from "../../../ground/formats/names/names.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";

/** The object that an address belongs to. */
export interface ParentReference {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** An address for services of the cluster; it is the object's name. */
export interface IPAddress extends ApiObject {
  readonly spec?: { readonly parentRef?: ParentReference };
}

function validateParent(parent: ParentReference | undefined): FieldError[] {
  const path = "spec.parentRef";
  if (parent === undefined) return [required(path)];
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  const errors: FieldError[] = [];
  if (group !== "") append(errors, invalidBy(child(path, "group"), group, checkSubdomain(group)));
  for (const [member, value] of Object.entries({ resource, name })) {
    if (value === "") errors.push(required(child(path, member)));
    else append(errors, invalidBy(child(path, member), value, checkPathSegment(value)));
  }
  if (namespace !== "") append(errors, invalidBy(child(path, "namespace"), namespace, checkPathSegment(namespace)));
  return errors;
}

function parentText(parent: ParentReference | undefined): string {
  if (parent === undefined) return quoted("null");
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  const members = { Group: group, Resource: resource, Namespace: namespace, Name: name };
  const texts = Object.entries(members).map(([member, value]) => `${member}:${quoted(value)}`);
  return `networking.ParentReference{${texts.join(", ")}}`;
}

const parentOf = (object: ApiObject): ParentReference | undefined => decoded<IPAddress>(object).spec?.parentRef;

/** Rules of addresses. The name is the address, so each has at most one object; its parent is immutable. */
export const ipAddressStrategy: Strategy = {
  metadataOnUpdate: "woven",
  nameFormat: "address",
  validate: (_context, object) => validateParent(parentOf(object)),
  validateUpdate: (_context, object, old, { whole, change }) => {
    const parent = parentOf(object);
    return [
      ...whole,
      ...validateParent(parent),
      ...change,
      ...validateImmutable(parent, parentOf(old), "spec.parentRef", parentText(parent)),
    ];
  },
};
