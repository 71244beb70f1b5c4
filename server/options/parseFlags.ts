import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Command, CommanderError, Option } from "commander";
import {
  AUTHORIZATION_MODES,
  type AuthorizationMode,
  DEFAULT_OPTIONS,
  OptionError,
  type ServerOptions,
} from "./options.ts";

export interface ServeFlags {
  readonly options: ServerOptions;
  /** Print the kubeconfig's text once the server is ready. */
  readonly printKubeconfig: boolean;
}

/** Where data lives when nothing is said. */
export const defaultDataDir = (): string => join(homedir(), ".orrery", "sandbox");

const list = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

function wholeNumber(flag: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isInteger(value) || value < min || value > max) {
      throw new OptionError(`${flag} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`);
    }
    return value;
  };
}

function boolean(flag: string): (text: string) => boolean {
  return (text) => {
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    throw new OptionError(`${flag} must be true or false, not ${JSON.stringify(text)}`);
  };
}

/** The `serve` command with all its flags. */
export function serveCommand(): Command {
  const defaults = DEFAULT_OPTIONS;
  return new Command("orrery serve")
    .description("Run the API server without a window.")
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .option("--data-dir <folder>", "store, keys, certificates and kubeconfig", defaultDataDir())
    .option(
      "--secure-port <port>",
      "port for HTTPS, 0 for any free one",
      wholeNumber("--secure-port", 0, 65535),
      defaults.securePort,
    )
    .option("--bind-address <address>", "address to listen on", defaults.bindAddress)
    .option("--vocabulary <word>", "product word in groups, labels and reserved names", defaults.vocabulary)
    .option("--client-ca-file <file>", "PEM certificates of authorities whose clients are trusted")
    .option("--tls-cert-file <file>", "PEM serving certificate (default: made at first start)")
    .option("--tls-private-key-file <file>", "PEM key of the serving certificate")
    .option("--token-auth-file <file>", 'static tokens: CSV token,user,uid[,"group,group"]')
    .addOption(
      new Option("--anonymous-auth [bool]", "serve requests without credentials as the anonymous user")
        .argParser(boolean("--anonymous-auth"))
        .preset("true")
        .default(defaults.anonymousAuth),
    )
    .option(
      "--authorization-mode <modes>",
      `ordered list of ${AUTHORIZATION_MODES.join(", ")}`,
      defaults.authorizationMode.join(","),
    )
    .addOption(
      new Option("--enable-bootstrap-token-auth [bool]", "accept bootstrap tokens")
        .argParser(boolean("--enable-bootstrap-token-auth"))
        .preset("true")
        .default(defaults.enableBootstrapTokenAuth),
    )
    .option(
      "--controllers [list]",
      "controllers to run: *, name, -name; empty for none",
      defaults.controllers.join(","),
    )
    .option("--service-cluster-ip-range <cidr>", "addresses of services", defaults.serviceClusterIpRange)
    .option("--service-node-port-range <range>", "node ports of services", defaults.serviceNodePortRange)
    .option("--v <level>", "log verbosity, 0 to 9", wholeNumber("--v", 0, 9), defaults.verbosity)
    .option("--print-kubeconfig", "print the kubeconfig once the server is ready", false);
}

/**
 * Parses the arguments after `serve`.
 * @throws OptionError with one sentence for the user; CommanderError after `--help` was printed
 */
export function parseServeFlags(argv: readonly string[]): ServeFlags {
  const command = serveCommand();
  try {
    command.parse([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.code !== "commander.helpDisplayed") {
      throw new OptionError(error.message.replace(/^error: /, ""));
    }
    throw error;
  }
  const flags = command.opts<Record<string, string | number | boolean | undefined>>();
  const text = (name: string): string | undefined => (flags[name] === undefined ? undefined : String(flags[name]));
  const [unknown] = command.args;
  if (unknown !== undefined) throw new OptionError(`unexpected argument ${JSON.stringify(unknown)}`);
  const file = (name: string): string | undefined => {
    const path = text(name);
    return path === undefined ? undefined : resolve(path);
  };
  const clientCaFile = file("clientCaFile");
  const tlsCertFile = file("tlsCertFile");
  const tlsPrivateKeyFile = file("tlsPrivateKeyFile");
  const tokenAuthFile = file("tokenAuthFile");
  if ((tlsCertFile === undefined) !== (tlsPrivateKeyFile === undefined)) {
    throw new OptionError("--tls-cert-file and --tls-private-key-file must be given together");
  }
  return {
    printKubeconfig: flags["printKubeconfig"] === true,
    options: {
      ...DEFAULT_OPTIONS,
      dataDir: resolve(text("dataDir") ?? defaultDataDir()),
      securePort: Number(flags["securePort"]),
      bindAddress: text("bindAddress") ?? DEFAULT_OPTIONS.bindAddress,
      vocabulary: text("vocabulary") ?? DEFAULT_OPTIONS.vocabulary,
      ...(clientCaFile === undefined ? {} : { clientCaFile }),
      ...(tlsCertFile === undefined ? {} : { tlsCertFile }),
      ...(tlsPrivateKeyFile === undefined ? {} : { tlsPrivateKeyFile }),
      ...(tokenAuthFile === undefined ? {} : { tokenAuthFile }),
      anonymousAuth: flags["anonymousAuth"] === true,
      enableBootstrapTokenAuth: flags["enableBootstrapTokenAuth"] === true,
      authorizationMode: authorizationModes(text("authorizationMode") ?? ""),
      controllers: flags["controllers"] === true ? [] : list(text("controllers") ?? ""),
      serviceClusterIpRange: text("serviceClusterIpRange") ?? DEFAULT_OPTIONS.serviceClusterIpRange,
      serviceNodePortRange: text("serviceNodePortRange") ?? DEFAULT_OPTIONS.serviceNodePortRange,
      verbosity: Number(flags["v"]),
    },
  };
}

function authorizationModes(text: string): AuthorizationMode[] {
  const modes = list(text);
  if (modes.length === 0) throw new OptionError("--authorization-mode must name at least one mode");
  return modes.map((mode, i) => {
    const known = AUTHORIZATION_MODES.find((candidate) => candidate === mode);
    if (known === undefined) {
      throw new OptionError(
        `--authorization-mode: ${JSON.stringify(mode)} is not one of ${AUTHORIZATION_MODES.join(", ")}`,
      );
    }
    if (modes.indexOf(mode) !== i) throw new OptionError(`--authorization-mode names ${mode} twice`);
    return known;
  });
}
