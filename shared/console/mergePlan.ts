/** One line of the difference between two texts. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** A planned change of a kubeconfig file; without secrets. */
export interface MergePlan {
  readonly file: string;
  /** Name of the context, cluster and user in the file. */
  readonly name: string;
  readonly lines: readonly DiffLine[];
  /** Digest of the file's content; the change is only made if the file still has it. */
  readonly seen: string;
}
