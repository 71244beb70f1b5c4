/** Content that the console's host loads, or has loaded last, into a cluster. */
export interface ContentLoad {
  readonly id: string;
  /** Id of the cluster; it has no other load. */
  readonly cluster: string;
  /** Id of the content. */
  readonly content: string;
  /** Objects that exist already, and objects of the content. */
  readonly done: number;
  readonly count: number;
  readonly state: "running" | "complete" | "failed";
  /** Why it failed; empty unless it did. Loading again resumes from there. */
  readonly problem: string;
}

/** What is asked for to begin one. */
export interface LoadWish {
  /** Id of the content. */
  readonly content: string;
  /** Owner of the fields that are written; default: the program that asked. */
  readonly fieldManager?: string;
}
