/** What is followed until it is stopped. */
export interface Followed {
  /** Resolves once all that existed at the start was delivered; never rejects. */
  readonly synced: Promise<void>;
  stop(): Promise<void> | void;
}

/**
 * Follows once something else is there, such as the indices that a listener looks into (see `Informer.indexed`).
 * @param ready never rejects
 */
export function followAfter(ready: Promise<unknown>, follow: () => Followed): Followed {
  let followed: Followed | undefined;
  let stopped = false;
  return {
    synced: ready.then(() => {
      if (stopped) return undefined;
      followed = follow();
      return followed.synced;
    }),
    stop() {
      stopped = true;
      return followed?.stop();
    },
  };
}
