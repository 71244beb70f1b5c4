import { booleanFlag, type FlagGroup, textFlag } from "../../ground/settings/flag.ts";
import { OptionError } from "../../ground/settings/optionError.ts";

/** Options about the content and use of the store. */
export interface StorageOptions {
  /** Media type in which built-in objects are stored; the engine's default when omitted. */
  readonly storageMediaType?: string | undefined;
  /** Whether no request or component may change anything in the store. */
  readonly readOnly: boolean;
}

const FORMATS = {
  "application/json": "json",
  "application/vnd.kubernetes.protobuf": "protobuf",
} as const;

const isKnown = (mediaType: string): mediaType is keyof typeof FORMATS => Object.hasOwn(FORMATS, mediaType);

const mediaType = textFlag("storage-media-type", {
  argument: "<type>",
  about: "how built-in objects are stored: application/json or application/vnd.kubernetes.protobuf; both are read",
  default: undefined,
});

export const storageFlags: FlagGroup<StorageOptions> = {
  storageMediaType: {
    ...mediaType,
    read(texts) {
      const given = mediaType.read(texts) ?? "";
      if (isKnown(given)) return given;
      const allowed = Object.keys(FORMATS).join(", ");
      throw new OptionError(`--storage-media-type ${JSON.stringify(given)} invalid, allowed values: ${allowed}`);
    },
  },
  readOnly: booleanFlag("read-only", "serve the store as it is: change nothing in it, and run no controllers", false),
};

/** The format for a media type. @param byDefault the engine's preferred format */
export const storedFormat = (given: string | undefined, byDefault: "json" | "protobuf"): "json" | "protobuf" =>
  given !== undefined && isKnown(given) ? FORMATS[given] : byDefault;
