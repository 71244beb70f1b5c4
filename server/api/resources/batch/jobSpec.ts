import type { JobSpec } from "kubernetes-types/batch/v1";

/** The part of the spec as far as it is known to be there. */
export type JobFields = Partial<JobSpec> & {
  readonly managedBy?: string;
  readonly successPolicy?: {
    readonly rules?: readonly { readonly succeededIndexes?: string; readonly succeededCount?: number }[];
  };
};
