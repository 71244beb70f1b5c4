import type { VersionedObject } from "../../../shared/apply/versions.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";

/** A body decoded by the rules of a custom resource. */
export interface CustomDecoded {
  readonly object: ApiObject;
  /** Complete messages such as `unknown field "spec.foo"`, without duplicates. */
  readonly unknown: readonly string[];
}

/**
 * How custom resources differ from built-in ones: their values are free JSON, pruned and defaulted by the schema of
 * their definition, which may change while the server runs.
 */
export interface CustomRules {
  /** Changes with the definition; encodings made under an earlier revision are invalid. */
  readonly revision: string;
  /** Sent as a warning with every response of a deprecated version. */
  readonly deprecationWarning: string | undefined;
  /** The definition is being deleted: no more objects may be created. */
  readonly terminating: boolean;
  /** Aborts when this state of the definition is no longer served; watches then end. */
  readonly ended: AbortSignal;
  /**
   * Checks metadata, drops unknown fields, and fills in defaults.
   * @throws DecodeError when metadata has the wrong form; ApiError when kind or apiVersion do not match
   */
  decode(value: Readonly<Record<string, unknown>>): Steps<CustomDecoded>;
  /**
   * Converts the object to another version of the definition, for field ownership only: nothing is pruned or defaulted.
   */
  convert(object: unknown, apiVersion: string): Steps<VersionedObject | undefined>;
}
