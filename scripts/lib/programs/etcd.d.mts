/** Path of the etcd server that tests run; undefined when there is none and none can be installed. */
export function findEtcd(say?: (line: string) => void): string | undefined;

/** Starts an etcd server with one member in a new folder. */
export function startEtcd(say?: (line: string) => void): Promise<{ readonly url: string; discard(): Promise<void> }>;
