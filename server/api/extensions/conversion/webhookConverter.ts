import { randomUUID } from "node:crypto";
import { stringifyInSteps } from "../../../../shared/json/printInSteps.ts";
import { type ApiObject, parseApiVersion } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { isRecord } from "../schema/jsonSchema.ts";
import type { ConversionClient, ConversionWebhook } from "./conversionClient.ts";
import { readReview, reviewVersion, typeText, writeReview } from "./conversionReview.ts";
import type { Converter } from "./converter.ts";
import { checkIdentity, convertedMetadata } from "./protectMetadata.ts";

/** Maximum number of objects in a review. */
const MAX_OBJECTS = 100;
/** A review of this length, in characters, gets no more objects. */
const MAX_BATCH_BYTES = 1024 * 1024;

/** Objects that are sent in one review, with their JSON. */
interface Batch {
  readonly objects: ApiObject[];
  readonly texts: string[];
}

/** Converts by calling a webhook, with many objects in each review. */
export function webhookConverter(
  { clientConfig = {}, conversionReviewVersions = [] }: ConversionWebhook,
  client: ConversionClient,
  vocabulary: Vocabulary,
): Converter {
  const version = reviewVersion(conversionReviewVersions);
  const ask = async ({ objects, texts }: Batch, desired: string): Promise<ApiObject[]> => {
    const [first] = objects;
    const type = typeText(first?.apiVersion ?? "", first?.kind ?? "");
    if (version === undefined) {
      throw failure("no supported conversion review versions");
    }
    const question = {
      apiVersion: `${vocabulary.render("apiextensions.{domain}")}/${version}`,
      uid: randomUUID(),
      desired,
    };
    let answers: readonly unknown[];
    try {
      answers = readReview(await client.post(clientConfig, writeReview(question, texts)), question);
    } catch (error) {
      throw failure(`conversion webhook for ${type} failed: ${messageOf(error)}`);
    }
    if (answers.length !== objects.length) {
      const counts = `${answers.length} objects, expected ${objects.length}`;
      throw failure(`conversion webhook for ${type} returned ${counts}`);
    }
    return objects.map((object, i) => accepted(object, answers[i], desired));
  };
  return {
    asks: true,
    async convert(objects, to) {
      const converted: ApiObject[] = [];
      let batch: Batch = { objects: [], texts: [] };
      let length = 0;
      const send = async (): Promise<void> => {
        for (const each of await ask(batch, to)) converted.push(each);
        batch = { objects: [], texts: [] };
        length = 0;
      };
      for (const object of objects) {
        const text = await inTurns(stringifyInSteps(object));
        batch.objects.push(object);
        batch.texts.push(text);
        length += text.length;
        if (batch.objects.length === MAX_OBJECTS || length >= MAX_BATCH_BYTES) await send();
      }
      if (batch.objects.length > 0) await send();
      return converted;
    },
  };
}

/** Validates an object that a webhook returned, and restores its protected metadata. @throws ApiError 500 */
function accepted(original: ApiObject, answer: unknown, desired: string): ApiObject {
  const type = typeText(original.apiVersion ?? "", original.kind ?? "");
  const bad = (part: string, detail: string): ApiError =>
    failure(`conversion webhook for ${type} returned invalid ${part}: ${detail}`);
  if (!isRecord(answer) || typeof answer["kind"] !== "string" || answer["kind"] === "") {
    throw bad("object at index 0", "Object 'Kind' is missing");
  }
  const given = typeof answer["apiVersion"] === "string" ? answer["apiVersion"] : "";
  if (given !== desired) {
    throw bad("object at index 0", `invalid groupVersion (expected ${desired}, received ${versionText(given)})`);
  }
  if (answer["kind"] !== original.kind) {
    const kinds = `expected ${original.kind ?? ""}, received ${answer["kind"]}`;
    throw bad("object at index 0", `invalid kind (${kinds})`);
  }
  try {
    checkIdentity(original, answer);
  } catch (error) {
    throw bad("object", messageOf(error));
  }
  try {
    return { ...answer, apiVersion: desired, kind: answer["kind"], metadata: convertedMetadata(original, answer) };
  } catch (error) {
    throw bad("metadata", messageOf(error));
  }
}

function versionText(apiVersion: string): string {
  const { group, version } = parseApiVersion(apiVersion);
  return group === "" && version === "" ? "/" : apiVersion;
}

/** The reference gives errors of webhooks no reason. */
const failure = (message: string): ApiError => new ApiError(500, "", message);
