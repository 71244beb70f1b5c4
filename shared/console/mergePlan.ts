/** One line of the difference between two texts. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** A change of a kubeconfig file that has not been made yet; without secrets. */
export interface MergePlan {
  readonly file: string;
  /** Name of the context, cluster and user in it. */
  readonly name: string;
  readonly lines: readonly DiffLine[];
  /** A digest of the file's content; the change is made only while it is the same. */
  readonly seen: string;
}
