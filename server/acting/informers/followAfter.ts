/** A subscription, active until it is stopped. */
export interface Followed {
  /** Resolves when all initially existing objects were delivered; never rejects. */
  readonly synced: Promise<void>;
  stop(): Promise<void> | void;
}

/**
 * Starts to follow once a prerequisite is ready, such as the indices that a listener uses (see `Informer.indexed`).
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
