import type { VersionedObject } from "../../../shared/apply/versions.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";

/** A body decoded by a custom resource's own rules. */
export interface CustomDecoded {
  readonly object: ApiObject;
  /** Complete messages such as `unknown field "spec.foo"`, without repetition. */
  readonly unknown: readonly string[];
}

/**
 * What custom resources do differently from built-in ones: their values are free JSON, pruned and defaulted by the schema of
 * their definition, which may change while the server runs.
 */
export interface CustomRules {
  /** Changes with the definition, which makes encodings under an earlier one useless. */
  readonly revision: string;
  /** Answered with every request to a deprecated version. */
  readonly deprecationWarning: string | undefined;
  /** The definition is going: nothing may be created any more. */
  readonly terminating: boolean;
  /** Aborts when this state of the definition is no longer served: watches end. */
  readonly ended: AbortSignal;
  /**
   * Checks metadata, drops unknown fields, and fills in defaults.
   * @throws DecodeError when metadata does not fit, ApiError when kind or apiVersion are others
   */
  decode(value: Readonly<Record<string, unknown>>): Steps<CustomDecoded>;
  /** The object at another version of the definition, for ownership only: nothing is pruned or filled in. */
  convert(object: unknown, apiVersion: string): Steps<VersionedObject | undefined>;
}
