import {
  durationFlag,
  type Flag,
  type FlagGroup,
  fileFlag,
  listFlag,
  numberFlag,
  textFlag,
} from "../../ground/settings/flag.ts";
import { OptionError } from "../../ground/settings/optionError.ts";

/** Options of the etcd cluster that is the server's store, if any. Durations are in milliseconds. */
export interface EtcdOptions {
  /** Addresses of members; empty to use a file in the data folder. */
  readonly etcdServers: readonly string[];
  /** Begins with a slash, and does not end with one. */
  readonly etcdPrefix: string;
  /** Paths of PEM files: the authority of the members' certificates, and this server's own certificate and key. */
  readonly etcdCafile?: string | undefined;
  readonly etcdCertfile?: string | undefined;
  readonly etcdKeyfile?: string | undefined;
  /** 0 for never. */
  readonly etcdCompactionInterval: number;
  readonly etcdHealthcheckTimeout: number;
  readonly etcdReadycheckTimeout: number;
  readonly leaseReuseDurationSeconds: number;
}

const servers = listFlag("etcd-servers", {
  argument: "<urls>",
  about: "members of the etcd cluster to store in, http:// or https://host:port (default: a file in the data folder)",
  default: [],
});

const prefix = textFlag("etcd-prefix", {
  argument: "<path>",
  about: "what all keys in etcd begin with",
  default: "/registry",
});

export const etcdFlags: FlagGroup<EtcdOptions> = {
  etcdServers: { ...servers, read: (texts) => servers.read(texts).map(checkAddress) },
  etcdPrefix: { ...prefix, read: (texts) => cleanPrefix(prefix, texts) },
  etcdCafile: fileFlag("etcd-cafile", "PEM certificates that sign those of etcd's members"),
  etcdCertfile: fileFlag("etcd-certfile", "PEM certificate that is shown to etcd"),
  etcdKeyfile: fileFlag("etcd-keyfile", "PEM key of that certificate"),
  etcdCompactionInterval: durationFlag(
    "etcd-compaction-interval",
    "how often etcd is told to forget, and how much it keeps; 0 for never",
    { default: "5m" },
  ),
  etcdHealthcheckTimeout: durationFlag("etcd-healthcheck-timeout", "how long a health check waits for etcd", {
    default: "2s",
  }),
  etcdReadycheckTimeout: durationFlag("etcd-readycheck-timeout", "how long a readiness check waits for etcd", {
    default: "2s",
  }),
  leaseReuseDurationSeconds: numberFlag("lease-reuse-duration-seconds", {
    argument: "<seconds>",
    about: "how long a lease of etcd is shared by further keys that live for a time only",
    min: 0,
    max: 3600,
    default: 60,
  }),
};

/** @throws OptionError for invalid combinations of files */
export function checkEtcdFiles({
  etcdCertfile,
  etcdKeyfile,
}: Partial<Pick<EtcdOptions, "etcdCertfile" | "etcdKeyfile">>): void {
  if ((etcdCertfile === undefined) !== (etcdKeyfile === undefined)) {
    throw new OptionError("--etcd-certfile and --etcd-keyfile must be given together");
  }
}

function checkAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url?.pathname === "/" && url.search === "" && url.username === "" && url.hostname !== "";
  if (isPlain && (url.protocol === "http:" || url.protocol === "https:")) return address;
  throw new OptionError(`--etcd-servers needs addresses such as http://127.0.0.1:2379, not ${JSON.stringify(address)}`);
}

function cleanPrefix({ name, read }: Flag<string>, texts: readonly string[]): string {
  const cleaned = read(texts)
    .split("/")
    .filter((segment) => segment !== "")
    .join("/");
  if (cleaned === "") throw new OptionError(`--${name} needs a path such as /registry`);
  return `/${cleaned}`;
}
