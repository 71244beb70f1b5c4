/** The current or last load of content into a cluster by the console's host. */
export interface ContentLoad {
  readonly id: string;
  /** Id of the cluster, which has at most one load. */
  readonly cluster: string;
  /** Id of the content. */
  readonly content: string;
  /** Number of objects that already exist, and number of objects of the content. */
  readonly done: number;
  readonly count: number;
  readonly state: "running" | "complete" | "failed";
  /** Why the load failed; empty otherwise. Loading again resumes from there. */
  readonly problem: string;
}

/** A request to start a load. */
export interface LoadRequest {
  /** Id of the content. */
  readonly content: string;
  /** Field manager of the written objects; default: the requesting program. */
  readonly fieldManager?: string;
}
