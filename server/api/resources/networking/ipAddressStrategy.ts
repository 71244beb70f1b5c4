import { append } from "../../../../shared/append.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkSubdomain } from "../../../../shared/qualifiedName.ts";
import { quoted } from "../../../../shared/quoted.ts";
import { formatAddress, parseAddress } from "../../../ground/formats/addresses.ts";
import { checkPathSegment, invalidBy } from "../../../ground/formats/names.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";

/** What an address belongs to. */
export interface ParentReference {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** An address of the cluster's services, which is the object's name. */
export interface IPAddress extends ApiObject {
  readonly spec?: { readonly parentRef?: ParentReference };
}

/** The name is the address itself, so that one object at most can stand for it. */
function validateName(name: string): FieldError[] {
  const address = parseAddress(name);
  const v4InV6 = address?.family === "IPv4" && name.includes(":");
  if (address === undefined) return [invalid("metadata.name", name, `ParseAddr(${quoted(name)}): unable to parse IP`)];
  const canonical = v4InV6 ? name : formatAddress(address);
  return canonical === name ? [] : [invalid("metadata.name", name, "not a valid ip in canonical format")];
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

function parentText({ group = "", resource = "", namespace = "", name = "" }: ParentReference = {}): string {
  const members = { Group: group, Resource: resource, Namespace: namespace, Name: name };
  const texts = Object.entries(members).map(([member, value]) => `${member}:${quoted(value)}`);
  return `networking.ParentReference{${texts.join(", ")}}`;
}

/** Rules of addresses: named by what they are, and never another's. */
export const ipAddressStrategy: Strategy = {
  metadataOnUpdate: ["whole", "change"],
  nameFormat: "pathSegment",
  validate: (_context, object) => [
    ...validateName(object.metadata.name ?? ""),
    ...validateParent(decoded<IPAddress>(object).spec?.parentRef),
  ],
  validateUpdate: (_context, object, old) => {
    const parent = decoded<IPAddress>(object).spec?.parentRef;
    return validateImmutable(parent, decoded<IPAddress>(old).spec?.parentRef, "spec.parentRef", parentText(parent));
  },
};
