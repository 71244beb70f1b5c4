import { append } from "../../../../shared/collections/append.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";
import * as fieldErrors from "../../../../shared/fieldError.ts";
import { isTrue } from "../../../../shared/requestInfo.ts";
import { invalid } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { queryInteger } from "../queryInteger.ts";
import { validateDryRun } from "../write/writeOptions.ts";

/** The options of a deletion, from the body or the query. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground";
  /** Delete the object although it cannot be read; requires a feature gate. */
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
  readonly dryRun: boolean;
}

const UNSAFE = "ignoreStoreReadErrorWithClusterBreakingPotential";
/** Options that cannot be combined with deleting an unreadable object. */
const NOT_WITH_UNSAFE = ["propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"] as const;

/**
 * Reads the options of the query, which apply when there is no body. The query names preconditions `uid` and
 * `resourceVersion`. A policy parameter applies when present, even when it is empty.
 * @throws ApiError 400
 */
export function deleteOptionsFromQuery(query: URLSearchParams): Record<string, unknown> {
  const given = (name: string): string | undefined => query.get(name) || undefined;
  const boolean = (name: string): boolean | undefined => (query.has(name) ? isTrue(query.get(name)) : undefined);
  const uid = given("uid");
  const resourceVersion = given("resourceVersion");
  const dryRun = query.getAll("dryRun");
  const options: Record<string, unknown> = {
    gracePeriodSeconds: queryInteger(query.get("gracePeriodSeconds")),
    orphanDependents: boolean("orphanDependents"),
    propagationPolicy: query.get("propagationPolicy") ?? undefined,
    [UNSAFE]: boolean(UNSAFE),
    dryRun: dryRun.length > 0 ? dryRun : undefined,
    preconditions:
      uid === undefined && resourceVersion === undefined
        ? undefined
        : { ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }) },
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/**
 * @param unsafe whether unreadable objects may be deleted at all; if not, the option for it is dropped
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
  append(errors, validateDryRun(dryRun));
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
