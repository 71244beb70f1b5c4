import type { Command } from "commander";
import type { ServerAccess } from "../../access/kubeconfig/serverAccess.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { readOptionFile } from "../../ground/settings/readOptionFile.ts";
import { defaultDataDir } from "../options/parseFlags.ts";
import { accessOfOption } from "./accessOfOption.ts";

/** The options that name the server to ask, as parsed by commander. */
export interface ServerOptionValues {
  readonly dataDir?: string;
  readonly kubeconfig?: string;
  readonly server?: string;
  readonly token?: string;
  readonly certificateAuthority?: string;
  readonly insecureSkipTlsVerify: boolean;
}

/** Adds the options that name the server to a command. */
export const withServerOptions = (command: Command): Command =>
  command
    .option("--data-dir <folder>", `data folder of the server; its kubeconfig is used (default: ${defaultDataDir()})`)
    .option("--kubeconfig <file>", "client configuration to use instead")
    .option("--server <url>", "address to use instead of a client configuration")
    .option("--token <token>", "bearer token for --server")
    .option("--certificate-authority <file>", "PEM of what to trust for --server")
    .option("--insecure-skip-tls-verify", "trust any certificate of --server", false);

/** Reads the address and the credentials that the options name. @throws OptionError */
export async function serverOf(options: ServerOptionValues): Promise<ServerAccess> {
  const { server, token, certificateAuthority, insecureSkipTlsVerify } = options;
  if (server === undefined) {
    if (token !== undefined || certificateAuthority !== undefined || insecureSkipTlsVerify) {
      throw new OptionError("--token, --certificate-authority and --insecure-skip-tls-verify need --server");
    }
    return accessOfOption(options.kubeconfig, options.dataDir ?? defaultDataDir());
  }
  if (options.kubeconfig !== undefined) throw new OptionError("--server and --kubeconfig exclude each other");
  if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
    throw new OptionError("--server must be a URL with scheme http or https");
  }
  return {
    url: server,
    ...(token === undefined ? {} : { token }),
    ...(certificateAuthority === undefined
      ? {}
      : { ca: await readOptionFile("--certificate-authority", certificateAuthority) }),
    insecureSkipVerify: insecureSkipTlsVerify,
  };
}
