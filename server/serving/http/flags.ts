import { type FlagGroup, numberFlag, textFlag } from "../../ground/settings/flag.ts";
import { type HttpOptions, httpFlags } from "./httpFlags.ts";
import { type TimeOptions, timeFlags } from "./timeFlags.ts";
import { type TlsOptions, tlsFlags } from "./tls/tlsFlags.ts";

/** Where and how the server listens and speaks. */
export interface ServingOptions extends TlsOptions, HttpOptions, TimeOptions {
  /** 0 for any free port. */
  readonly securePort: number;
  readonly bindAddress: string;
  /** See shared/vocabulary. */
  readonly vocabulary: string;
  /** 0 to 9. */
  readonly verbosity: number;
}

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
  verbosity: numberFlag("v", { argument: "<level>", about: "log verbosity, 0 to 9", min: 0, max: 9, default: 0 }),
};
