import { immediately, isTurnDue, type Steps } from "../steps.ts";
import { contentOf, DER, type DerElement, DerError, objectIdText, partsInSteps, partsOf, stringText } from "./der.ts";

/** The attributes of a subject or issuer in order of appearance, by object identifier. */
export type DistinguishedName = readonly { readonly id: string; readonly value: string }[];

const COMMON_NAME = "2.5.4.3";
const ORGANIZATION = "2.5.4.10";

/** Short names of attributes (RFC 4514); others are shown as their identifiers. */
const SHORT: Readonly<Record<string, string>> = {
  [COMMON_NAME]: "CN",
  "2.5.4.5": "SERIALNUMBER",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.9": "STREET",
  [ORGANIZATION]: "O",
  "2.5.4.11": "OU",
  "0.9.2342.19200300.100.1.1": "UID",
  "0.9.2342.19200300.100.1.25": "DC",
};

/** Parses a distinguished name, which may have very many attributes. @throws DerError */
export function* nameInSteps(element: DerElement | undefined): Steps<DistinguishedName> {
  const attributes: { id: string; value: string }[] = [];
  for (const relative of yield* partsInSteps(element)) {
    for (const attribute of yield* partsInSteps(relative, DER.set)) {
      if (isTurnDue()) yield;
      attributes.push(readAttribute(attribute));
    }
  }
  return attributes;
}

/** {@link nameInSteps} at once. */
export const readName = immediately(nameInSteps);

function readAttribute(attribute: DerElement): { id: string; value: string } {
  const [id, value] = partsOf(attribute);
  const text = value === undefined ? undefined : stringText(value);
  if (text === undefined)
    throw new DerError("x509: invalid RDNSequence: invalid attribute value: unsupported string type");
  return { id: objectIdText(contentOf(id, DER.objectId)), value: text };
}

const valuesOf = (name: DistinguishedName, wanted: string): string[] =>
  name.filter(({ id }) => id === wanted).map(({ value }) => value);

/** Empty when there is none; the last one when there are several. */
export const commonNameOf = (name: DistinguishedName): string => valuesOf(name, COMMON_NAME).at(-1) ?? "";

export const organizationsOf = (name: DistinguishedName): string[] => valuesOf(name, ORGANIZATION);

/** A distinguished name for display. @example "CN=jane, O=dev" */
export const nameText = (name: DistinguishedName): string =>
  name.map(({ id, value }) => `${SHORT[id] ?? id}=${value}`).join(", ");
