import type { Conversion, ConversionContext } from "./conversion.ts";
import { fill, type Members, ownOf, recordsOf } from "./members.ts";

const SIDE_EFFECTS = ["None", "NoneOnDryRun"];
/** Maximum length of a DNS label. */
const LONGEST_LABEL = 63;

/** Converts webhook configurations to admissionregistration v1. */
export const convertWebhooks: Conversion = (object, context) => {
  const names: TakenNames = { taken: new Set(), next: 2 };
  for (const webhook of recordsOf(ownOf(object, "webhooks"))) {
    fill(webhook, "failurePolicy", "Ignore");
    fill(webhook, "matchPolicy", "Exact");
    fill(webhook, "timeoutSeconds", 30);
    const versions = ownOf(webhook, "admissionReviewVersions") ?? [];
    if (Array.isArray(versions) && versions.length === 0) webhook["admissionReviewVersions"] = ["v1beta1"];
    settleSideEffects(webhook, context);
    settleName(webhook, names, context);
  }
};

function settleSideEffects(webhook: Members, context: ConversionContext): void {
  const given = ownOf(webhook, "sideEffects");
  if (SIDE_EFFECTS.includes(given as string)) return;
  webhook["sideEffects"] = "NoneOnDryRun";
  const name = String(ownOf(webhook, "name"));
  const was = given === undefined || given === null ? "Unknown" : String(given);
  context.note({
    en: `Webhook \`${name}\`: \`sideEffects\` was ${was}, which is no longer taken, and is NoneOnDryRun now. Make sure that it respects \`dryRun\`.`,
    de: `Webhook \`${name}\`: \`sideEffects\` war ${was}, was nicht mehr gilt, und ist jetzt NoneOnDryRun. Prüfen, ob er \`dryRun\` beachtet.`,
  });
}

/** The names in use, and the next number to try. No number is tried twice, which keeps many similar names cheap. */
interface TakenNames {
  readonly taken: Set<string>;
  next: number;
}

/** Appends a number to a name that is already in use. */
function settleName(webhook: Members, names: TakenNames, context: ConversionContext): void {
  const name = ownOf(webhook, "name");
  if (typeof name !== "string") return;
  if (!names.taken.has(name)) {
    names.taken.add(name);
    return;
  }
  let unique = name;
  while (names.taken.has(unique)) {
    unique = numbered(name, names.next);
    names.next += 1;
  }
  names.taken.add(unique);
  webhook["name"] = unique;
  context.note({
    en: `A second webhook was called \`${name}\`; it is called \`${unique}\` now.`,
    de: `Ein zweiter Webhook hieß \`${name}\`; er heißt jetzt \`${unique}\`.`,
  });
}

/** Returns `check-2.example.com` for `check.example.com`. */
function numbered(name: string, number: number): string {
  const dot = name.indexOf(".");
  const [label, rest] = dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
  const end = `-${number}`;
  return label.slice(0, LONGEST_LABEL - end.length) + end + rest;
}
