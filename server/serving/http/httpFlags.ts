import { messageOf } from "../../../shared/text/messageOf.ts";
import { booleanFlag, type Flag, type FlagGroup, listFlag, numberFlag } from "../../ground/settings/flag.ts";
import { OptionError } from "../../ground/settings/optionError.ts";

/** HTTP options: headers that the server sends, and the use of HTTP/2. */
export interface HttpOptions {
  /** Maximum number of concurrent requests per HTTP/2 connection; 0 for the server's default. */
  readonly http2MaxStreams: number;
  readonly disableHttp2: boolean;
  /** Probability that a request ends its HTTP/2 connection, so that clients are redistributed over servers. */
  readonly goawayChance: number;
  /** Origins of pages that may use the API. */
  readonly corsOrigins: readonly RegExp[];
  readonly strictTransportDirectives: readonly string[];
}

const MAX_GOAWAY_CHANCE = 0.02;

const goawayFlag: Flag<number> = {
  name: "goaway-chance",
  argument: "<fraction>",
  about: `chance that a request ends its HTTP/2 connection, so that clients move to other servers; at most ${MAX_GOAWAY_CHANCE}`,
  default: 0,
  shownDefault: "0",
  read(texts) {
    const value = Number(texts.at(-1) || Number.NaN);
    if (value >= 0 && value <= MAX_GOAWAY_CHANCE) return value;
    throw new OptionError(
      `--goaway-chance must be from 0 to ${MAX_GOAWAY_CHANCE}, not ${JSON.stringify(texts.at(-1))}`,
    );
  },
};

const origins = listFlag("cors-allowed-origins", {
  argument: "<expressions>",
  about: "origins of pages that may use the API: regular expressions that begin with ^ or // and end with $ or (:|$)",
  default: [],
});

/**
 * Compiles a pattern that must match a whole origin: otherwise `//example.com` would also allow
 * `//example.com.evil.org`.
 */
function originExpression(text: string): RegExp {
  let expression: RegExp;
  try {
    expression = new RegExp(text);
  } catch (error) {
    throw new OptionError(`--cors-allowed-origins: ${messageOf(error)}`);
  }
  const begins = /^(\^|\/\/|\(\^\|)/.test(text);
  const ends = /(\$|:|\(:\|\$\)|\(\$\|:\))$/.test(text);
  if (begins && ends) return expression;
  const where = begins ? "end" : "start";
  throw new OptionError(
    `--cors-allowed-origins: regular expression ${JSON.stringify(text)} is not pinned to the ${where} of the host in the origin header`,
  );
}

const directives = listFlag("strict-transport-security-directives", {
  argument: "<directives>",
  about: "directives of the Strict-Transport-Security header: max-age=<seconds>, includeSubDomains, preload",
  default: [],
});

function checkDirective(text: string): string {
  if (text === "includeSubDomains" || text === "preload" || /^max-age=\d+$/.test(text)) return text;
  throw new OptionError(
    `--strict-transport-security-directives: invalid value ${JSON.stringify(text)}: allowed are max-age=<seconds>, includeSubDomains, preload`,
  );
}

export const httpFlags: FlagGroup<HttpOptions> = {
  http2MaxStreams: numberFlag("http2-max-streams-per-connection", {
    argument: "<number>",
    about: "requests that one HTTP/2 connection may have under way, 0 for the default of 100",
    min: 0,
    max: 2 ** 31 - 1,
    default: 0,
  }),
  disableHttp2: booleanFlag("disable-http2-serving", "speak HTTP/1.1 only", false),
  goawayChance: goawayFlag,
  corsOrigins: { ...origins, default: [], read: (texts) => origins.read(texts).map(originExpression) },
  strictTransportDirectives: { ...directives, read: (texts) => directives.read(texts).map(checkDirective) },
};
