import { immediately, isTurnDue, type Steps } from "../steps.ts";
import {
  contentOf,
  DER,
  type DerElement,
  DerError,
  latin1Text,
  objectIdText,
  partsInSteps,
  partsOf,
  readElement,
} from "./der.ts";

/** Subject alternative names, in addition to the distinguished name. */
export interface AlternativeNames {
  readonly dns: readonly string[];
  readonly email: readonly string[];
  readonly ip: readonly string[];
  readonly uri: readonly string[];
}

export const NO_NAMES: AlternativeNames = { dns: [], email: [], ip: [], uri: [] };

const ALTERNATIVE_NAMES = "2.5.29.17";

/** Extracts the alternative names, possibly very many, from extensions. @throws DerError */
export function* namesInSteps(extensions: readonly DerElement[]): Steps<AlternativeNames> {
  const names = { dns: [] as string[], email: [] as string[], ip: [] as string[], uri: [] as string[] };
  for (const extension of extensions) {
    if (isTurnDue()) yield;
    const parts = partsOf(extension);
    if (objectIdText(contentOf(parts[0], DER.objectId)) !== ALTERNATIVE_NAMES) continue;
    for (const name of yield* partsInSteps(readElement(contentOf(parts.at(-1), DER.octetString)))) {
      if (isTurnDue()) yield;
      addName(names, name);
    }
  }
  return names;
}

/** {@link namesInSteps} at once. */
export const namesInExtensions = immediately(namesInSteps);

/** Adds a general name of a kind that certificates for the API may contain; ignores other kinds, like the reference. */
function addName(names: Record<keyof AlternativeNames, string[]>, { tag, content }: DerElement): void {
  if (tag === 0x87) {
    names.ip.push(addressText(content));
    return;
  }
  const [kind, form] =
    tag === 0x81
      ? (["email", "rfc822Name"] as const)
      : tag === 0x82
        ? (["dns", "dNSName"] as const)
        : tag === 0x86
          ? (["uri", "uniformResourceIdentifier"] as const)
          : [];
  if (kind === undefined) return;
  if (content.some((byte) => byte > 0x7f)) throw new DerError(`x509: SAN ${form} is malformed`);
  names[kind].push(latin1Text(content));
}

function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.length !== 16) throw new DerError(`x509: cannot parse IP address of length ${bytes.length}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: 8 }, (_, i) => view.getUint16(i * 2).toString(16)).join(":");
}
