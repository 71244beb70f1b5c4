import type { FieldError } from "../../../../shared/fieldError.ts";
import * as fieldErrors from "../../../../shared/fieldError.ts";
import { isTrue } from "../../../../shared/requestInfo.ts";
import { invalid } from "../../../../shared/status.ts";
import { queryInteger } from "../../../api/registry/queryInteger.ts";
import type { Services } from "../../../api/registry/services.ts";

export type VersionMatch = "" | "Exact" | "NotOlderThan";

/** The validated options of list, watch and deletecollection. */
export interface ListOptions {
  /** 0 means no limit. */
  readonly limit: number;
  readonly continueToken: string;
  /** As given; empty when unset. */
  readonly resourceVersion: string;
  readonly match: VersionMatch;
  /** Undefined when not given. */
  readonly sendInitialEvents: boolean | undefined;
  readonly allowWatchBookmarks: boolean;
  /** Undefined when not given. */
  readonly timeoutSeconds: number | undefined;
}

/** Whether the initial events of a watch stand for a list: a bookmark ends them. */
export const streamsList = ({ sendInitialEvents, allowWatchBookmarks }: ListOptions): boolean =>
  sendInitialEvents === true && allowWatchBookmarks;

/** @throws ApiError 400, 422 */
export function parseListOptions(
  query: URLSearchParams,
  watch: boolean,
  { vocabulary, features }: Pick<Services, "vocabulary" | "features">,
): ListOptions {
  const resourceVersion = query.get("resourceVersion") ?? "";
  const match = query.get("resourceVersionMatch") ?? "";
  const continueToken = query.get("continue") ?? "";
  const initial = query.get("sendInitialEvents");
  const options = {
    limit: queryInteger(query.get("limit")) ?? 0,
    continueToken,
    resourceVersion,
    match: match as VersionMatch,
    sendInitialEvents: initial === null ? undefined : isTrue(initial),
    allowWatchBookmarks: isTrue(query.get("allowWatchBookmarks")),
    timeoutSeconds: queryInteger(query.get("timeoutSeconds")),
  };
  const errors = watch ? watchErrors(options, features.enabled("WatchList")) : listErrors(options);
  if (errors.length > 0) throw invalid({ group: vocabulary.metaGroup, kind: "ListOptions" }, "", errors);
  return options;
}

const MATCH = "resourceVersionMatch";

function listErrors(options: ListOptions): FieldError[] {
  const errors: FieldError[] = [];
  if (options.sendInitialEvents !== undefined) {
    errors.push(fieldErrors.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  const { match, resourceVersion, continueToken } = options;
  if (match === "") return errors;
  if (resourceVersion === "") {
    errors.push(fieldErrors.forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
  }
  if (continueToken !== "") {
    errors.push(fieldErrors.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
  }
  if (match !== "Exact" && match !== "NotOlderThan") {
    errors.push(fieldErrors.notSupported(MATCH, match, ["Exact", "NotOlderThan", ""]));
  }
  if (match === "Exact" && resourceVersion === "0") {
    errors.push(fieldErrors.forbidden(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  return errors;
}

function watchErrors(options: ListOptions, mayBeginWithList: boolean): FieldError[] {
  const errors: FieldError[] = [];
  const { match, sendInitialEvents, continueToken } = options;
  if (sendInitialEvents !== undefined && !mayBeginWithList) {
    errors.push(
      fieldErrors.forbidden(
        "sendInitialEvents",
        "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
      ),
    );
  }
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    errors.push(
      fieldErrors.forbidden(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"),
    );
  }
  if (match !== "" && sendInitialEvents === undefined) {
    errors.push(
      fieldErrors.forbidden(MATCH, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"),
    );
  }
  if (match !== "" && match !== "NotOlderThan") {
    errors.push(fieldErrors.notSupported(MATCH, match, ["NotOlderThan"]));
  }
  if (continueToken !== "") {
    errors.push(fieldErrors.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
  }
  return errors;
}
