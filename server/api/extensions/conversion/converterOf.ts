import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Definition } from "../definition.ts";
import type { ConversionClient } from "./conversionClient.ts";
import { type Converter, renamed } from "./converter.ts";
import { webhookConverter } from "./webhookConverter.ts";

/** For versions that only differ in their names. */
const RENAMING: Converter = {
  asks: false,
  convert: (objects, to) => Promise.resolve(objects.map((object) => renamed(object, to))),
};

/** The converter that a definition specifies. */
export function converterOf({ spec }: Definition, client: ConversionClient, vocabulary: Vocabulary): Converter {
  const { strategy, webhook } = spec.conversion ?? {};
  return strategy === "Webhook" ? webhookConverter(webhook ?? {}, client, vocabulary) : RENAMING;
}
