/** Path of the etcd server that tests run; undefined when there is none to be had. */
export function findEtcd(say?: (line: string) => void): string | undefined;

/** Starts an etcd server of one member with a folder of its own. */
export function startEtcd(say?: (line: string) => void): Promise<{ readonly url: string; discard(): Promise<void> }>;
