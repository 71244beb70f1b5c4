import { escapeMarkup } from "../../../../shared/json/escapeMarkup.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { Verdict } from "./evaluatePolicy.ts";
import type { Binding, PolicyHead } from "./policy.ts";

/** In bytes. */
const MAX_VALUE = 10 * 1024;

/** Collects the audit annotations of a policy for one request, over all its bindings. */
export interface AnnotationCollector {
  add(annotations: Verdict["annotations"]): void;
  /** Adds the annotations to the request. Several values of a key are joined without duplicates. */
  publish(): void;
}

export function annotationCollector(policy: PolicyHead, request: AdmissionRequest): AnnotationCollector {
  const values = new Map<string, Set<string>>();
  return {
    add(annotations) {
      for (const { key, value } of annotations) {
        const same = values.get(key);
        if (same === undefined) values.set(key, new Set([shortened(value)]));
        else same.add(shortened(value));
      }
    },
    publish() {
      for (const [key, list] of values) request.annotate?.(`${policy.name}/${key}`, [...list].join(", "));
    },
  };
}

const shortened = (value: string): string =>
  Buffer.byteLength(value) <= MAX_VALUE ? value : Buffer.from(value).subarray(0, MAX_VALUE).toString("utf8");

/** Adds a failure to the audit log instead of refusing the request. */
export function annotateFailure(
  request: AdmissionRequest,
  binding: Binding,
  { index, message }: Verdict["failures"][number],
  vocabulary: Vocabulary,
): void {
  const { name, policyName, validationActions } = binding;
  const failure = { message, policy: policyName, binding: name, expressionIndex: index, validationActions };
  request.annotate?.(
    vocabulary.render("validation.policy.admission.{domain}/validation_failure"),
    escapeMarkup(JSON.stringify([failure])),
  );
}
