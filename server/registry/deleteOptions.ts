import type { FieldError } from "../../shared/fieldError.ts";
import * as fieldErrors from "../../shared/fieldError.ts";
import { badRequest, invalid } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { validateDryRun } from "./writeOptions.ts";

/** The options of a deletion, from the body or the query. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground";
  readonly dryRun: boolean;
}

/** Reads the options of the query; a body takes the query's place altogether, except for dryRun there is none then. */
export function deleteOptionsFromQuery(query: URLSearchParams): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const grace = query.get("gracePeriodSeconds");
  if (grace !== null && grace !== "") {
    if (!/^[+-]?\d+$/.test(grace)) {
      throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`);
    }
    options["gracePeriodSeconds"] = Number(grace);
  }
  const orphan = query.get("orphanDependents");
  if (orphan !== null && orphan !== "") options["orphanDependents"] = orphan === "true" || orphan === "1";
  const policy = query.get("propagationPolicy");
  if (policy !== null && policy !== "") options["propagationPolicy"] = policy;
  const dryRun = query.getAll("dryRun");
  if (dryRun.length > 0) options["dryRun"] = dryRun;
  return options;
}

/** @throws ApiError 422 */
export function checkDeleteOptions(raw: Readonly<Record<string, unknown>>, vocabulary: Vocabulary): DeleteOptions {
  const errors: FieldError[] = [];
  const policy = raw["propagationPolicy"];
  if (policy !== undefined && raw["orphanDependents"] !== undefined) {
    errors.push(
      fieldErrors.invalid("propagationPolicy", policy, "orphanDependents and deletionPropagation cannot be both set"),
    );
  }
  if (policy !== undefined && policy !== "Foreground" && policy !== "Background" && policy !== "Orphan") {
    errors.push(fieldErrors.notSupported("propagationPolicy", policy, ["Foreground", "Background", "Orphan", "nil"]));
  }
  const dryRun = Array.isArray(raw["dryRun"]) ? raw["dryRun"].map(String) : [];
  errors.push(...validateDryRun(dryRun));
  if (errors.length > 0) throw invalid({ group: vocabulary.metaGroup, kind: "DeleteOptions" }, "", errors);
  return { ...(raw as Omit<DeleteOptions, "dryRun">), dryRun: dryRun.length > 0 };
}
