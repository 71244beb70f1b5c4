import { parseApiVersion } from "../object.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { AdviceText } from "./adviceText.ts";
import { type Members, membersOf } from "./conversions/members.ts";
import { convertObject } from "./convertObject.ts";
import { referencesOf } from "./references.ts";
import type { Release } from "./release.ts";
import { indexVersions, type VersionIndex } from "./table/versionTable.ts";
import { judge, type Verdict } from "./verdict.ts";

/** What is wrong with one object of a document. */
export interface Finding extends Verdict {
  readonly namespace?: string;
  readonly name?: string;
  /** Where the version is named, when it is not the object's own: `spec.scaleTargetRef`. */
  readonly at?: string;
}

/** An object after its conversion; the object is the old one where there is nothing to convert it to. */
export interface Conversions {
  readonly document: unknown;
  /** What people have to look at. */
  readonly notes: readonly ConversionNote[];
}

/** A word about the conversion of one object. */
export interface ConversionNote extends AdviceText {
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  /** The object cannot be used as it is. */
  readonly failed: boolean;
}

/** Looks at objects with one release in mind. */
export interface Advisor {
  readonly vocabulary: Vocabulary;
  readonly target: Release;
  readonly index: VersionIndex;
  /** Every object of a document: itself, or the items of a list. */
  findings(document: unknown): Finding[];
  /** The document with every object of it that can be converted; a document that needs none is returned as it is. */
  convert(document: unknown): Conversions;
}

/** How often lists may be within lists. */
const DEEPEST_LIST = 8;

/** @param target the release that the objects are meant for */
export function createAdvisor(vocabulary: Vocabulary, target: Release): Advisor {
  const index = indexVersions(vocabulary);
  const rowOf = (apiVersion: string, kind: string) => {
    const { group, version } = parseApiVersion(apiVersion);
    return index.ofKind(group, version, kind);
  };
  const verdictOf = (apiVersion: string, kind: string): Verdict | undefined => {
    const row = rowOf(apiVersion, kind);
    return row === undefined ? undefined : judge(row, kind, target, vocabulary);
  };

  const findings = (document: unknown): Finding[] => {
    const found: Finding[] = [];
    for (const { object, apiVersion, kind } of objectsOf(document)) {
      const verdict = verdictOf(apiVersion, kind);
      const place = placeOf(object);
      if (verdict !== undefined) found.push({ ...verdict, ...place });
      for (const { at, reference } of referencesOf(object, kind)) {
        const referred = verdictOf(String(reference["apiVersion"]), String(reference["kind"]));
        if (referred !== undefined) found.push({ ...referred, ...place, at });
      }
    }
    return found;
  };

  const convert = (document: unknown): Conversions => {
    if (findings(document).length === 0) return { document, notes: [] };
    const copy: unknown = structuredClone(document);
    const notes: ConversionNote[] = [];
    for (const item of objectsOf(copy)) {
      for (const { at, reference } of referencesOf(item.object, item.kind)) {
        const use = verdictOf(String(reference["apiVersion"]), String(reference["kind"]))?.use;
        if (use === undefined) continue;
        reference["apiVersion"] = use.apiVersion;
        notes.push({
          ...noteHead(item),
          en: `\`${at}\` names ${use.apiVersion} now.`,
          de: `\`${at}\` nennt jetzt ${use.apiVersion}.`,
          failed: false,
        });
      }
      const [row, verdict] = [rowOf(item.apiVersion, item.kind), verdictOf(item.apiVersion, item.kind)];
      if (row === undefined || verdict === undefined) continue;
      const outcome = convertObject(item.object, { row, verdict, target, vocabulary });
      notes.push(...outcome.map((note) => ({ ...noteHead(item), ...note })));
      // What stood for its items stands for them still.
      if (item.list !== undefined && verdict.use !== undefined) item.list["apiVersion"] = item.object["apiVersion"];
    }
    return { document: copy, notes };
  };

  return { vocabulary, target, index, findings, convert };
}

/** An object of a document, with what it is. */
interface DocumentObject {
  readonly object: Members;
  readonly apiVersion: string;
  readonly kind: string;
  /** The list that says it for its items. */
  readonly list?: Members;
}

/** The objects of a document. Items of a list that do not say what they are, are what the list says. */
export function objectsOf(document: unknown, depth = 0): DocumentObject[] {
  const object = membersOf(document);
  if (object === undefined || depth > DEEPEST_LIST) return [];
  const [apiVersion, kind] = [textOf(object["apiVersion"]), textOf(object["kind"])];
  const items = object["items"];
  if (!kind.endsWith("List") || !Array.isArray(items)) return [{ object, apiVersion, kind }];
  return items.flatMap((item: unknown) => {
    const members = membersOf(item);
    if (members === undefined) return [];
    if (textOf(members["kind"]) !== "" || kind === "List") return objectsOf(members, depth + 1);
    return [{ object: members, apiVersion, kind: kind.slice(0, -"List".length), list: object }];
  });
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Names longer than this are no names. */
const LONGEST_NAME = 253;

function placeOf(object: Members): { readonly namespace?: string; readonly name?: string } {
  const metadata = membersOf(object["metadata"]);
  const namespace = textOf(metadata?.["namespace"]).slice(0, LONGEST_NAME);
  const name = (textOf(metadata?.["name"]) || textOf(metadata?.["generateName"])).slice(0, LONGEST_NAME);
  return { ...(namespace === "" ? {} : { namespace }), ...(name === "" ? {} : { name }) };
}

const noteHead = ({ object, kind }: DocumentObject): Pick<ConversionNote, "kind" | "namespace" | "name"> => ({
  kind,
  ...placeOf(object),
});
