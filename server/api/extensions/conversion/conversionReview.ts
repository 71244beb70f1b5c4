/** Requests to conversion webhooks and their responses: `ConversionReview`, versions v1 and v1beta1. */
import { isRecord } from "../schema/jsonSchema.ts";

/** The versions of reviews that this server supports. */
const SUPPORTED_VERSIONS: readonly string[] = ["v1", "v1beta1"];

/** The first version in a webhook's list that this server supports. */
export const reviewVersion = (offered: readonly string[]): string | undefined =>
  offered.find((version) => SUPPORTED_VERSIONS.includes(version));

/** The identifying fields of a review. */
export interface ReviewQuestion {
  /** `apiextensions.k8s.io/v1`. */
  readonly apiVersion: string;
  readonly uid: string;
  /** `group/version`. */
  readonly desired: string;
}

/** Serialises a review of objects that are JSON already. */
export function writeReview({ apiVersion, uid, desired }: ReviewQuestion, objects: readonly string[]): Buffer {
  const request = { uid, desiredAPIVersion: desired };
  const head = JSON.stringify({ kind: "ConversionReview", apiVersion, request }).slice(0, -2);
  return Buffer.from(`${head},"objects":[${objects.join(",")}]},"response":${NO_RESPONSE}}`);
}

/** The reference includes an empty response in its requests. */
const NO_RESPONSE = '{"uid":"","convertedObjects":null,"result":{"metadata":{}}}';

/**
 * The converted objects of a response.
 * @throws Error that describes what is invalid in the response, or why the webhook refused
 */
export function readReview(answer: unknown, { apiVersion, uid }: ReviewQuestion): readonly unknown[] {
  const review = isRecord(answer) ? answer : {};
  const strict = !apiVersion.endsWith("/v1beta1");
  if (strict && (review["kind"] !== "ConversionReview" || review["apiVersion"] !== apiVersion)) {
    throw new Error(`expected webhook response of ${typeText(apiVersion, "ConversionReview")}, got ${typeOf(review)}`);
  }
  const response = review["response"];
  if (!isRecord(response)) throw new Error("no response provided");
  if (strict && response["uid"] !== uid) {
    const given = JSON.stringify(typeof response["uid"] === "string" ? response["uid"] : "");
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${given}`);
  }
  const result = isRecord(response["result"]) ? response["result"] : {};
  const status = typeof result["status"] === "string" ? result["status"] : "";
  if (status !== "Success") {
    const message = result["message"];
    throw new Error(
      typeof message === "string" && message !== "" ? message : `response.result.status was '${status}', not 'Success'`,
    );
  }
  const objects = response["convertedObjects"] ?? [];
  if (!Array.isArray(objects)) throw new Error("response.convertedObjects is no list");
  return objects as readonly unknown[];
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const typeOf = (value: Readonly<Record<string, unknown>>): string =>
  typeText(text(value["apiVersion"]), text(value["kind"]));

/** `group/version, Kind=K`, as the reference prints types. */
export const typeText = (apiVersion: string, kind: string): string => `${apiVersion || "/"}, Kind=${kind}`;
