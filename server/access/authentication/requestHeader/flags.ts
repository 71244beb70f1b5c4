import { type Flag, type FlagGroup, fileFlag, listFlag } from "../../../ground/settings/flag.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";

/** A proxy in front of the server that authenticates clients and names them in headers. */
export interface RequestHeaderOptions {
  /** Path of PEM authorities of such proxies' certificates; without it, no proxy is trusted. */
  readonly requestheaderClientCaFile?: string | undefined;
  /** Common names of proxies; empty for any. */
  readonly requestheaderAllowedNames: readonly string[];
  /** Headers that contain the parts of an identity, in order of preference. */
  readonly requestheaderUsernameHeaders: readonly string[];
  readonly requestheaderUidHeaders: readonly string[];
  readonly requestheaderGroupHeaders: readonly string[];
  readonly requestheaderExtraHeadersPrefix: readonly string[];
}

/** A list flag that drops blank entries. */
function wordsFlag(name: string, about: string, byDefault: readonly string[]): Flag<readonly string[]> {
  const flag = listFlag(name, { argument: "<names>", about, default: byDefault });
  return {
    ...flag,
    read(texts) {
      const given = texts.flatMap((text) => (text === "" ? [] : text.split(",")));
      if (given.some((word) => word.trim() === "")) throw new OptionError(`empty value in ${JSON.stringify(name)}`);
      return flag.read(texts);
    },
  };
}

export const requestHeaderFlags: FlagGroup<RequestHeaderOptions> = {
  requestheaderClientCaFile: fileFlag(
    "requestheader-client-ca-file",
    "PEM certificates of authorities whose clients are authenticating proxies",
  ),
  requestheaderAllowedNames: wordsFlag(
    "requestheader-allowed-names",
    "common names of the certificates of authenticating proxies; empty for any",
    [],
  ),
  requestheaderUsernameHeaders: wordsFlag(
    "requestheader-username-headers",
    "headers in which an authenticating proxy names the user",
    ["X-Remote-User"],
  ),
  requestheaderUidHeaders: wordsFlag(
    "requestheader-uid-headers",
    "headers in which an authenticating proxy gives the user's uid; needs the gate RemoteRequestHeaderUID",
    [],
  ),
  requestheaderGroupHeaders: wordsFlag(
    "requestheader-group-headers",
    "headers in which an authenticating proxy names groups",
    ["X-Remote-Group"],
  ),
  requestheaderExtraHeadersPrefix: wordsFlag(
    "requestheader-extra-headers-prefix",
    "how headers begin in which an authenticating proxy tells more about the user",
    ["X-Remote-Extra-"],
  ),
};
