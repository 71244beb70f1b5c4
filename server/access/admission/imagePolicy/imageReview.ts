import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { WebhookError } from "../../webhook/webhookError.ts";

interface Image {
  readonly image?: string;
}
interface Spec {
  readonly containers?: readonly Image[];
  readonly initContainers?: readonly Image[];
  readonly ephemeralContainers?: readonly Image[];
}

/** `spec` of an ImageReview, without empty members. */
export interface ReviewSpec {
  readonly containers?: readonly Image[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly namespace?: string;
}

/** `status` of an ImageReview. */
export interface ReviewStatus {
  readonly allowed: boolean;
  readonly reason: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** The review spec for a write: the images in the part of the pod that the write changes. */
export function reviewSpec({ object, subresource, namespace }: AdmissionRequest, { render }: Vocabulary): ReviewSpec {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = (object?.["spec"] ?? {}) as Spec;
  const reviewed = subresource === "" ? [...containers, ...initContainers] : ephemeralContainers;
  const annotations = addressed(object, render(".image-policy.{domain}/"));
  return {
    ...(reviewed.length === 0 ? {} : { containers: reviewed.map(({ image }) => (image ? { image } : {})) }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(namespace === "" ? {} : { namespace }),
  };
}

/** The pod's annotations for image webhooks, sorted by name, so that equal reviews have equal texts. */
function addressed(pod: ApiObject | undefined, part: string): Record<string, string> {
  const found = Object.entries(pod?.metadata.annotations ?? {}).filter(([key]) => key.includes(part));
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const KIND = "ImageReview";

/** The ImageReview object to send. */
export const imageReview = (spec: ReviewSpec, { render }: Vocabulary): object => ({
  kind: KIND,
  apiVersion: render("imagepolicy.{domain}/v1alpha1"),
  metadata: { creationTimestamp: null },
  spec,
  status: { allowed: false },
});

/** @throws WebhookError `body` for anything but an ImageReview */
export function statusOf(answer: unknown, { render }: Vocabulary): ReviewStatus {
  const expected = render("imagepolicy.{domain}/v1alpha1");
  const { kind, apiVersion, status } = (answer ?? {}) as { kind?: unknown; apiVersion?: unknown; status?: unknown };
  if ((kind ?? KIND) !== KIND || (apiVersion ?? expected) !== expected) {
    throw new WebhookError("body", `the answer is no ${KIND} of ${expected}`, 200);
  }
  const { allowed, reason, auditAnnotations } = (status ?? {}) as Readonly<Record<string, unknown>>;
  const texts = Object.entries((auditAnnotations ?? {}) as object).filter(([, value]) => typeof value === "string");
  return {
    allowed: allowed === true,
    reason: typeof reason === "string" ? reason : "",
    auditAnnotations: Object.fromEntries(texts),
  };
}
