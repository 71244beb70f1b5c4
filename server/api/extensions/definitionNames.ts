/** Decides which of its names a definition gets, and the conditions that report it. */

import type { Steps } from "../../../shared/steps.ts";
import { aggregateText } from "../../../shared/text/aggregateText.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { decodeText } from "../../ground/formats/encodings/base64.ts";
import { rootCertificatesProblem } from "../../ground/x509/rootCertificates.ts";
import {
  conditionOf,
  type Definition,
  type DefinitionCondition,
  type DefinitionNames,
  type DefinitionStatus,
} from "./definition.ts";
import type { TakenNames } from "./nameIndex.ts";

type Findings = Omit<DefinitionCondition, "lastTransitionTime">;

/**
 * The status that the definition should have: names that no other definition of the group has are accepted; once all
 * are, the definition is established for good. Returns the same status object when nothing changes.
 *
 * @param taken names of the other definitions of the group
 * @param isTrusted see {@link trustsRoots}
 * @param time RFC 3339, whole seconds, for conditions that change
 */
export function acceptNames(
  definition: Definition,
  taken: TakenNames,
  isTrusted: boolean,
  time: string,
  vocabulary: Vocabulary,
): DefinitionStatus {
  const status = definition.status ?? {};
  const { names, finding } = compareNames(definition, taken);
  const established = conditionOf(definition, "Established");
  const accepted = finding.status === "True";
  const findings: Findings[] = [
    finding,
    established?.status === "True" ? established : establish(accepted, isTrusted),
    ...approval(definition, vocabulary),
  ];
  let conditions = status.conditions ?? [];
  for (const each of findings) conditions = withCondition(conditions, each, time);
  const same = conditions === status.conditions && JSON.stringify(names) === JSON.stringify(status.acceptedNames);
  return same ? status : { ...status, conditions, acceptedNames: names };
}

/** Whether the roots for the definition's conversion webhook are absent or can be parsed. */
export function* trustsRoots({ spec }: Definition): Steps<boolean> {
  const caBundle = spec.conversion?.webhook?.clientConfig?.caBundle ?? "";
  return caBundle === "" || (yield* rootCertificatesProblem(decodeText(caBundle))) === undefined;
}

/**
 * The Established condition of a definition that is not established yet: names must be accepted, and the webhook's
 * roots usable.
 */
function establish(accepted: boolean, isTrusted: boolean): Findings {
  const type = "Established";
  if (!accepted) return { type, status: "False", reason: "NotAccepted", message: "not all names are accepted" };
  if (!isTrusted) {
    return { type, status: "False", reason: "InvalidCABundle", message: "The conversion webhook CABundle is invalid" };
  }
  return { type, status: "True", reason: "InitialNamesAccepted", message: "the initial names have been accepted" };
}

interface Comparison {
  readonly names: DefinitionNames;
  readonly finding: Findings;
}

/** Compares every name, so that the status is as complete as possible; the last conflict is the one reported. */
function compareNames({ spec, status }: Definition, taken: TakenNames): Comparison {
  const wanted = spec.names;
  const accepted: Partial<DefinitionNames> = status?.acceptedNames ?? {};
  let finding: Findings | undefined;
  const settle = (
    name: string | undefined,
    had: string | undefined,
    isTaken: (name: string) => boolean,
    reason: string,
  ) => {
    if (name === had || name === undefined || !isTaken(name)) return name;
    finding = conflict(reason, `${JSON.stringify(name)} is already in use`);
    return had;
  };
  const plural = settle(wanted.plural, accepted.plural, taken.isResource, "PluralConflict");
  const singular = settle(wanted.singular, accepted.singular, taken.isResource, "SingularConflict");
  let shortNames = wanted.shortNames;
  const had = new Set(accepted.shortNames);
  const clashes = (wanted.shortNames ?? []).filter((name) => taken.isResource(name) && !had.has(name));
  if (clashes.length > 0) {
    shortNames = accepted.shortNames;
    const texts = clashes.map((name) => `${JSON.stringify(name)} is already in use`);
    finding = conflict("ShortNamesConflict", aggregateText(texts));
  }
  const kind = settle(wanted.kind, accepted.kind, taken.isKind, "KindConflict");
  const listKind = settle(wanted.listKind, accepted.listKind, taken.isKind, "ListKindConflict");
  return {
    names: {
      plural: plural ?? "",
      ...(singular === undefined || singular === "" ? {} : { singular }),
      ...(shortNames === undefined || shortNames.length === 0 ? {} : { shortNames }),
      kind: kind ?? "",
      ...(listKind === undefined || listKind === "" ? {} : { listKind }),
      ...(wanted.categories === undefined ? {} : { categories: wanted.categories }),
    },
    finding: finding ?? {
      type: "NamesAccepted",
      status: "True",
      reason: "NoConflicts",
      message: "no conflicts found",
    },
  };
}

const conflict = (reason: string, message: string): Findings => ({
  type: "NamesAccepted",
  status: "False",
  reason,
  message,
});

/** For groups of the product's own domain: the condition that states whether their design was approved. */
function approval({ metadata, spec }: Definition, vocabulary: Vocabulary): Findings[] {
  const domains = [vocabulary.domain, vocabulary.labelDomain];
  if (!domains.some((domain) => spec.group === domain || spec.group.endsWith(`.${domain}`))) return [];
  const type = vocabulary.render("{Product}APIApprovalPolicyConformant");
  const value = metadata.annotations?.[vocabulary.render("api-approved.{labelDomain}")] ?? "";
  if (value.startsWith("unapproved")) {
    return [
      { type, status: "False", reason: "UnapprovedAnnotation", message: `not approved: ${JSON.stringify(value)}` },
    ];
  }
  return value === "" ? [] : [{ type, status: "True", reason: "ApprovedAnnotation", message: `approved in ${value}` }];
}

/** Sets one condition; its time only changes when its status does. Returns the argument itself when nothing changes. */
export function withCondition(
  conditions: readonly DefinitionCondition[],
  finding: Findings,
  time: string,
): readonly DefinitionCondition[] {
  const { type, status, reason, message } = finding;
  const old = conditions.find((condition) => condition.type === type);
  if (old !== undefined && old.status === status && old.reason === reason && old.message === message) return conditions;
  const lastTransitionTime = old?.status === status ? (old.lastTransitionTime ?? time) : time;
  const next = { type, status, lastTransitionTime, reason, message };
  return old === undefined ? [...conditions, next] : conditions.map((each) => (each === old ? next : each));
}
