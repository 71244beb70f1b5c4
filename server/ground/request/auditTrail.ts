import type { ApiObject } from "../../../shared/object.ts";
import type { Identity } from "../rights/identity.ts";

/** Collects from the handlers of an audited request what its events report. */
export interface AuditTrail {
  /** Called when the caller now acts as another identity. */
  impersonated(user: Identity): void;
  /** Called with the authorizers' decision; `error` when they could not decide. */
  decided(decision: "allow" | "forbid" | "error", reason: string): void;
  /** Called when the requested version is deprecated. @param removedIn the first release without it, if known */
  deprecated(removedIn?: string): void;
  /**
   * Called with the object that was sent, decoded and defaulted, before anything changes it. For a large one, await the
   * promise.
   */
  sent(object: Readonly<Partial<ApiObject>>): void | Promise<void>;
  /** Called with a patch as it was sent. @param signal the request's abort signal */
  sentPatch(bytes: Uint8Array, signal: AbortSignal): Promise<void>;
}

/** Adds an annotation to a request's audit events; if `level` is given, only from that audit level on. */
export type Annotate = (key: string, value: string, level?: "Request") => void;
