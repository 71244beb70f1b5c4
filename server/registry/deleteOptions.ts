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
  /** Delete the object although it cannot be read; behind a gate. */
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
  readonly dryRun: boolean;
}

const UNSAFE = "ignoreStoreReadErrorWithClusterBreakingPotential";
/** What makes no sense for an object that nobody can look at. */
const NOT_WITH_UNSAFE = ["propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"] as const;

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
  const unsafe = query.get(UNSAFE);
  if (unsafe !== null) options[UNSAFE] = unsafe !== "0" && unsafe.toLowerCase() !== "false";
  const dryRun = query.getAll("dryRun");
  if (dryRun.length > 0) options["dryRun"] = dryRun;
  return options;
}

/**
 * @param unsafe whether unreadable objects may be deleted at all; otherwise the option for it is dropped
 * @throws ApiError 422
 */
export function checkDeleteOptions(
  raw: Readonly<Record<string, unknown>>,
  vocabulary: Vocabulary,
  unsafe = false,
): DeleteOptions {
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
  if (unsafe && raw[UNSAFE] === true) {
    const given = NOT_WITH_UNSAFE.filter((name) => raw[name] !== undefined);
    for (const name of [...(dryRun.length > 0 ? ["dryRun"] : []), ...given]) {
      errors.push(fieldErrors.invalid(UNSAFE, true, `cannot be set together with .${name}`));
    }
  }
  if (errors.length > 0) throw invalid({ group: vocabulary.metaGroup, kind: "DeleteOptions" }, "", errors);
  const { [UNSAFE]: ignoring, ...rest } = raw;
  return {
    ...(rest as Omit<DeleteOptions, "dryRun">),
    ...(unsafe && ignoring === true ? { [UNSAFE]: true } : {}),
    dryRun: dryRun.length > 0,
  };
}
