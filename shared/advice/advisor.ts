import { append } from "../collections/append.ts";
import { parseApiVersion } from "../object.ts";
import { isTurnDue, type Steps } from "../steps.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { type AdviceText, renderAdvice } from "./adviceText.ts";
import { countValues } from "./conversions/countValues.ts";
import { type Members, membersOf } from "./conversions/members.ts";
import { convertObject, type OutcomeNote } from "./convertObject.ts";
import { referencesOf, type VersionReference } from "./references.ts";
import { compareReleases, type Release } from "./release.ts";
import type { VersionRow } from "./table/versionRow.ts";
import { indexVersions, type VersionIndex } from "./table/versionTable.ts";
import { type Verdict, type VersionChanges, verdictOf } from "./verdict.ts";

/** A use of a deprecated or removed version in one object of a document. */
export interface Finding extends Verdict {
  readonly namespace?: string;
  readonly name?: string;
  /** The path of the reference that names the version, unless it is the object's own: `spec.scaleTargetRef`. */
  readonly at?: string;
}

/** A note about the conversion of one object. */
export interface ConversionNote extends AdviceText {
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  /** Whether the object cannot be used as converted. */
  readonly failed: boolean;
}

/** The findings, conversion and notes for a document. */
export interface Advice {
  readonly findings: readonly Finding[];
  /** The document with every convertible object converted; the same document when nothing was converted. */
  readonly document: unknown;
  /** Points that users must check before they use the converted document. */
  readonly notes: readonly ConversionNote[];
}

/** Examines objects for one target release. */
export interface Advisor {
  readonly vocabulary: Vocabulary;
  readonly target: Release;
  readonly index: VersionIndex;
  /**
   * The verdict on a version of a kind for the target release; undefined for versions that are fine or not built in.
   */
  verdict(apiVersion: string, kind: string): Verdict | undefined;
  /** The differences between these versions and their successors. */
  changes(verdicts: readonly Verdict[]): VersionChanges;
  /** Examines a document of any shape: one object, or a list with its items. The document is not changed. */
  advise(document: unknown): Steps<Advice>;
}

/** Maximum nesting depth of lists within lists. */
const DEEPEST_LIST = 8;
/**
 * Maximum number of values of an object that is converted. No server accepts larger objects, and the limit keeps each
 * step on the event loop short.
 */
const MAX_VALUES = 50_000;
const TOO_LARGE: OutcomeNote = {
  en: "It is too large to be converted.",
  de: "Es ist zu groß, um umgewandelt zu werden.",
  failed: true,
};
/** Maximum length of a name in a finding; longer texts are cut off, because no valid name is longer. */
const LONGEST_NAME = 253;

/** @param target the release that the objects are meant for */
export function createAdvisor(vocabulary: Vocabulary, target: Release): Advisor {
  const index = indexVersions(vocabulary);
  const rowOf = (apiVersion: string, kind: string): VersionRow | undefined => {
    const { group, version } = parseApiVersion(apiVersion);
    return index.ofKind(group, version, kind);
  };
  const verdict = (apiVersion: string, kind: string): Verdict | undefined => {
    const row = rowOf(apiVersion, kind);
    return row === undefined ? undefined : verdictOf(row, kind, target, vocabulary);
  };
  const verdictOn = ({ reference }: VersionReference): Verdict | undefined =>
    verdict(textOf(reference["apiVersion"]), textOf(reference["kind"]));

  const adviseOne = (object: Members, apiVersion: string, kind: string): Advice => {
    const place = placeOf(object);
    const own = verdict(apiVersion, kind);
    const referred = referencesOf(object, kind).flatMap((reference) => {
      const found = verdictOn(reference);
      return found === undefined ? [] : [{ ...found, ...place, at: reference.at }];
    });
    const findings = own === undefined ? referred : [{ ...own, ...place }, ...referred];
    if (findings.length === 0) return { findings, document: object, notes: [] };
    if (countValues(object, MAX_VALUES) > MAX_VALUES) {
      return { findings, document: object, notes: [{ kind, ...place, ...TOO_LARGE }] };
    }
    const copy = structuredClone(object);
    const row = rowOf(apiVersion, kind);
    const outcome =
      row === undefined || own === undefined ? [] : convertObject(copy, { row, verdict: own, target, vocabulary });
    const moved = moveReferences(copy, kind);
    const notes = [...outcome, ...moved].map((note) => ({ kind, ...place, ...note }));
    const isConverted = moved.length > 0 || copy["apiVersion"] !== object["apiVersion"];
    return { findings, document: isConverted ? copy : object, notes };
  };

  /** Updates the references of the converted object to the successor versions. */
  const moveReferences = (copy: Members, kind: string): OutcomeNote[] =>
    referencesOf(copy, kind).flatMap((reference) => {
      const use = verdictOn(reference)?.use;
      if (use === undefined || compareReleases(use.since, target) > 0) return [];
      reference.reference["apiVersion"] = use.apiVersion;
      const { at } = reference;
      return [
        { en: `\`${at}\` names ${use.apiVersion} now.`, de: `\`${at}\` nennt jetzt ${use.apiVersion}.`, failed: false },
      ];
    });

  function* advise(document: unknown, depth = 0): Steps<Advice> {
    const object = membersOf(document);
    if (object === undefined || depth > DEEPEST_LIST) return { findings: [], document, notes: [] };
    const [apiVersion, kind] = [textOf(object["apiVersion"]), textOf(object["kind"])];
    const items = object["items"];
    if (!kind.endsWith("List") || !Array.isArray(items)) return adviseOne(object, apiVersion, kind);
    const itemKind = kind.slice(0, -"List".length);
    const findings: Finding[] = [];
    const notes: ConversionNote[] = [];
    const converted: unknown[] = [];
    let common = apiVersion;
    for (const item of items as readonly unknown[]) {
      if (isTurnDue()) yield;
      const members = membersOf(item);
      // Items without a kind have the kind that the list implies.
      const isBare = members !== undefined && itemKind !== "" && textOf(members["kind"]) === "";
      const advice = isBare ? adviseOne(members, apiVersion, itemKind) : yield* advise(item, depth + 1);
      append(findings, advice.findings);
      append(notes, advice.notes);
      converted.push(advice.document);
      const moved = membersOf(advice.document);
      if (isBare && moved !== members) {
        common = textOf(moved?.["apiVersion"]) || common;
        if (!Object.hasOwn(members, "apiVersion")) delete moved?.["apiVersion"];
      }
    }
    if (findings.length === 0) return { findings, document, notes };
    const list = { ...object, items: converted };
    return { findings, notes, document: common === apiVersion ? list : { ...list, apiVersion: common } };
  }

  const changes = (verdicts: readonly Verdict[]): VersionChanges => {
    const found = new Map<string, readonly AdviceText[]>();
    for (const { apiVersion, kind } of verdicts) {
      const name = `${apiVersion} ${kind}`;
      if (found.has(name)) continue;
      const texts = rowOf(apiVersion, kind)?.changes ?? [];
      found.set(
        name,
        texts.map((text) => renderAdvice(text, vocabulary)),
      );
    }
    return Object.fromEntries(found);
  };

  return { vocabulary, target, index, verdict, changes, advise };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function placeOf(object: Members): { readonly namespace?: string; readonly name?: string } {
  const metadata = membersOf(object["metadata"]);
  const namespace = textOf(metadata?.["namespace"]).slice(0, LONGEST_NAME);
  const name = (textOf(metadata?.["name"]) || textOf(metadata?.["generateName"])).slice(0, LONGEST_NAME);
  return { ...(namespace === "" ? {} : { namespace }), ...(name === "" ? {} : { name }) };
}
