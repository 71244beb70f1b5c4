import type { ApiObject } from "../../../shared/object.ts";
import type { Identity } from "../rights/identity.ts";

/** Where the handlers of an audited request leave what its events report. */
export interface AuditTrail {
  /** The caller now acts as another identity. */
  impersonated(user: Identity): void;
  /** How the authorizers decided; `error` when they could not. */
  decided(decision: "allow" | "forbid" | "error", reason: string): void;
  /** The requested version is deprecated. @param removedIn release without it, when that is known */
  deprecated(removedIn?: string): void;
  /**
   * The object that was sent, decoded and defaulted, before anything changes it. For a large one, wait for the promise.
   */
  sent(object: Readonly<Partial<ApiObject>>): void | Promise<void>;
  /** A patch as it was sent. @param signal of the request */
  sentPatch(bytes: Uint8Array, signal: AbortSignal): Promise<void>;
}

/** Adds an annotation to a request's events; from the audit level `level` on when given. */
export type Annotate = (key: string, value: string, level?: "Request") => void;
