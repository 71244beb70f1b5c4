import { KubeconfigError } from "../../../access/kubeconfig/contexts.ts";
import { isSystemError, systemErrorText } from "../../../ground/formats/wording/systemErrorText.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { ClusterError } from "../cluster.ts";
import { UnreachableError } from "../clusterSender.ts";
import { MergeConflict } from "../kubeconfig/mergeIntoFile.ts";
import { ViewAsError } from "../proxy/impersonateHeaders.ts";
import { ArchiveError } from "../sandboxes/archive.ts";

/** A refusal of the console host, with the fields of its Status. */
export class HostError extends Error {
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string, message: string) {
    super(message);
    this.name = "HostError";
    this.code = code;
    this.reason = reason;
  }
}

/**
 * The refusal that corresponds to an error; undefined for an unexpected error, whose text must not be sent to the page.
 */
export function refusalFor(error: unknown): HostError | undefined {
  if (error instanceof HostError) return error;
  if (!(error instanceof Error)) return undefined;
  if (error instanceof UnreachableError) return new HostError(502, "BadGateway", error.message);
  if (error instanceof MergeConflict) return new HostError(409, "Conflict", error.message);
  if (error.name === "LockedError") return new HostError(409, "Conflict", "Another Orrery runs on that folder.");
  const isAboutInput =
    error instanceof RangeError ||
    error instanceof KubeconfigError ||
    error instanceof ArchiveError ||
    error instanceof OptionError ||
    error instanceof ClusterError ||
    error instanceof ViewAsError;
  if (isAboutInput) return new HostError(400, "BadRequest", error.message);
  // The text contains a path and a reason.
  if (isSystemError(error)) return new HostError(500, "InternalError", systemErrorText(error));
  return undefined;
}
