import type { JobSpec } from "kubernetes-types/batch/v1";

/** The part of the spec whose presence is certain. */
export type JobFields = Partial<JobSpec> & {
  readonly managedBy?: string;
  readonly successPolicy?: {
    readonly rules?: readonly { readonly succeededIndexes?: string; readonly succeededCount?: number }[];
  };
};
