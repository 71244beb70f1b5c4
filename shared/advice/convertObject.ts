import { parseApiVersion } from "../object.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { type AdviceText, renderAdvice } from "./adviceText.ts";
import { convertAutoscaler } from "./conversions/autoscaler.ts";
import type { Conversion } from "./conversions/conversion.ts";
import { convertCronJob } from "./conversions/cronJob.ts";
import { convertDefinition } from "./conversions/customResourceDefinition.ts";
import { convertEndpointSlice } from "./conversions/endpointSlice.ts";
import { convertEvent } from "./conversions/event.ts";
import { convertIngress } from "./conversions/ingress.ts";
import type { Members } from "./conversions/members.ts";
import {
  convertAccessReview,
  convertDisruptionBudget,
  convertPriorityLevel,
  convertSigningRequest,
} from "./conversions/smallKinds.ts";
import { convertWebhooks } from "./conversions/webhooks.ts";
import { convertWorkload } from "./conversions/workloads.ts";
import { compareReleases, type Release } from "./release.ts";
import type { VersionRow } from "./table/versionRow.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Conversions by kind; a single version of a kind may have its own. For all other kinds, only the apiVersion changes.
 */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  CertificateSigningRequest: convertSigningRequest,
  CronJob: convertCronJob,
  CustomResourceDefinition: convertDefinition,
  DaemonSet: convertWorkload,
  Deployment: convertWorkload,
  EndpointSlice: convertEndpointSlice,
  Event: convertEvent,
  Ingress: convertIngress,
  LocalSubjectAccessReview: convertAccessReview,
  MutatingWebhookConfiguration: convertWebhooks,
  PodDisruptionBudget: convertDisruptionBudget,
  PriorityLevelConfiguration: convertPriorityLevel,
  ReplicaSet: convertWorkload,
  StatefulSet: convertWorkload,
  SubjectAccessReview: convertAccessReview,
  ValidatingWebhookConfiguration: convertWebhooks,
  "autoscaling/v2beta1 HorizontalPodAutoscaler": convertAutoscaler,
};

/** A note about a conversion. */
export interface OutcomeNote extends AdviceText {
  readonly failed: boolean;
}

/** The input of a conversion of one object. */
export interface ObjectConversion {
  readonly row: VersionRow;
  readonly verdict: Verdict;
  readonly target: Release;
  readonly vocabulary: Vocabulary;
}

/** Maximum number of notes about one object. */
const MAX_NOTES = 50;

/** Converts an object in place to the successor version; returns the notes about the conversion. */
export function convertObject(object: Members, { row, verdict, target, vocabulary }: ObjectConversion): OutcomeNote[] {
  const { use, kind } = verdict;
  if (use === undefined) return [failure({ en: "Nothing takes its place.", de: "Nichts tritt an seine Stelle." })];
  if (compareReleases(use.since, target) > 0) {
    return [
      failure({
        en: `${use.apiVersion} is served from ${use.since} on: it was left as it is.`,
        de: `${use.apiVersion} gibt es ab ${use.since}: es blieb, wie es ist.`,
      }),
    ];
  }
  const notes: OutcomeNote[] = [];
  const addNote = (text: AdviceText, failed: boolean): void => {
    if (notes.length < MAX_NOTES) notes.push({ ...renderAdvice(text, vocabulary), failed });
  };
  const from = `${row.group}/${row.version} ${kind}`;
  const convert = CONVERSIONS[from] ?? CONVERSIONS[kind];
  object["apiVersion"] = use.apiVersion;
  convert?.(object, {
    vocabulary,
    from,
    to: parseApiVersion(use.apiVersion).version,
    note: (text) => addNote(text, false),
    fail: (text) => addNote(text, true),
  });
  return notes;
}

const failure = (text: AdviceText): OutcomeNote => ({ ...text, failed: true });
