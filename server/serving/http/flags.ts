import type { LogFormat } from "../../ground/observability/log/log.ts";
import { LOG_SOURCES, parseSourceVerbosity, type SourceVerbosity } from "../../ground/observability/log/logSources.ts";
import { booleanFlag, type FlagGroup, numberFlag, textFlag } from "../../ground/settings/flag.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { type HttpOptions, httpFlags } from "./httpFlags.ts";
import { type TimeOptions, timeFlags } from "./timeFlags.ts";
import { type TlsOptions, tlsFlags } from "./tls/tlsFlags.ts";

/** Options for the address that the server listens on, TLS and HTTP. */
export interface ServingOptions extends TlsOptions, HttpOptions, TimeOptions {
  /** 0 for any free port. */
  readonly securePort: number;
  readonly bindAddress: string;
  /** The vocabulary's name, see shared/vocabulary. */
  readonly vocabulary: string;
  /** 0 to {@link MAX_VERBOSE}. */
  readonly verbosity: number;
  /** The verbosity of single source files or parts of the server. */
  readonly vmodule: readonly SourceVerbosity[];
  readonly loggingFormat: LogFormat;
  /** Whether profiles of the server can be requested. */
  readonly profiling: boolean;
}

/** The largest verbosity that the reference accepts. */
const MAX_VERBOSE = 2 ** 31 - 1;

export const servingFlags: FlagGroup<ServingOptions> = {
  securePort: numberFlag("secure-port", {
    argument: "<port>",
    about: "port for HTTPS, 0 for any free one",
    min: 0,
    max: 65535,
    default: 6443,
  }),
  bindAddress: textFlag("bind-address", {
    argument: "<address>",
    about: "address to listen on",
    default: "127.0.0.1",
  }),
  ...tlsFlags,
  ...httpFlags,
  ...timeFlags,
  vocabulary: textFlag("vocabulary", {
    argument: "<word>",
    about: "product word in groups, labels and reserved names",
    default: "kubernetes",
  }),
  verbosity: numberFlag("v", {
    argument: "<level>",
    about: "log verbosity: from 1 on start and stop, from 3 on each request",
    min: 0,
    max: MAX_VERBOSE,
    default: 0,
  }),
  vmodule: {
    name: "vmodule",
    argument: "<pattern=level,…>",
    about: `log verbosity of single parts (${LOG_SOURCES.join(", ")}): *=3 or http*=3; the first match counts`,
    default: [],
    shownDefault: "",
    read: parseSourceVerbosity,
  },
  loggingFormat: {
    name: "logging-format",
    argument: "<format>",
    about: "how log lines are written: json, one object a line, or text, for people",
    default: "json",
    shownDefault: "json",
    read(texts) {
      const text = texts.at(-1);
      if (text === "json" || text === "text") return text;
      throw new OptionError(`--logging-format must be json or text, not ${JSON.stringify(text)}`);
    },
  },
  profiling: booleanFlag(
    "profiling",
    "let those who may read /debug/pprof take profiles of the server: where time goes, and memory",
    true,
  ),
};
