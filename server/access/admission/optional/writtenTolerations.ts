import { parseJson } from "../../../../shared/json/parseJson.ts";
import { ApiError } from "../../../../shared/status.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { tolerationErrors } from "../../../api/resources/validation/pod/placement/tolerations.ts";
import { describeJsonError } from "../../../model/encoding/jsonSyntaxError.ts";
import { jsonKind } from "../../../model/schema/decodeContext.ts";
import type { Toleration } from "../builtIn/podSpec.ts";
import { checkShape } from "../configuration/configurationObject.ts";

/** Defaults for namespaces without annotations. */
export interface ClusterTolerations {
  /** Tolerations that pods get. */
  readonly default: readonly Toleration[];
  /** Tolerations that pods may have; an empty list permits all. */
  readonly whitelist: readonly Toleration[];
}

const TOLERATION = {
  key: "text",
  operator: "text",
  value: "text",
  effect: "text",
  tolerationSeconds: "number",
} as const;

/** Reads the plugin's `Configuration`. @throws Error that lists all errors */
export function readTolerations(
  value: Readonly<Record<string, unknown>> | undefined,
  vocabulary: Vocabulary,
): ClusterTolerations {
  if (value === undefined) return { default: [], whitelist: [] };
  checkShape(value, {
    kind: "Configuration",
    apiVersions: [vocabulary.render("podtolerationrestriction.admission.{domain}/v1alpha1")],
    members: { default: [TOLERATION], whitelist: [TOLERATION] },
  });
  const written = value as { readonly [Name in keyof ClusterTolerations]?: readonly Toleration[] | null };
  const [given, whitelist] = [written.default ?? [], written.whitelist ?? []];
  const errors = [
    ...atOnce(tolerationErrors(given as never, "default")),
    ...atOnce(tolerationErrors(whitelist as never, "whitelist")),
  ];
  if (errors.length > 0) throw new Error(aggregateText(errors.map(({ field, message }) => `${field}: ${message}`)));
  return { default: given, whitelist };
}

/**
 * The tolerations of a namespace's annotation.
 * @throws ApiError 500, because an invalid annotation is not the client's error
 */
export function parseTolerations(text: string): Toleration[] {
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    throw new ApiError(500, "", describeJsonError(text));
  }
  if (parsed === null) return [];
  if (!Array.isArray(parsed)) throw mismatch(parsed, "[]v1.Toleration");
  return parsed.map((item: unknown) => {
    if (jsonKind(item) !== "object") throw mismatch(item, "v1.Toleration");
    return (item ?? {}) as Toleration;
  });
}

const mismatch = (value: unknown, type: string): ApiError =>
  new ApiError(500, "", `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`);
