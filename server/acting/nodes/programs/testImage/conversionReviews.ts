import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { plainText, response } from "../pages.ts";

type Converted = Record<string, unknown>;
interface Request {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly Converted[];
}

/**
 * Answers conversion reviews as the reference's test image does: `hostPort` of v1 corresponds to `host` and `port` of
 * v2.
 */
export function conversionReviews({ path, body }: PodRequest): PodResponse {
  const [where = ""] = path.split("?");
  if (where === "/readyz") return plainText(200, "ok");
  if (where !== "/crdconvert") return plainText(404, "404 page not found\n");
  const review = readReview(body);
  if (review === undefined) return plainText(400, "expected a ConversionReview");
  const { apiVersion, request } = review;
  return response(
    200,
    "application/json",
    JSON.stringify({ apiVersion, kind: "ConversionReview", response: { uid: request.uid, ...converted(request) } }),
  );
}

function converted({ desiredAPIVersion, objects }: Request) {
  try {
    const convertedObjects = objects.map((object) => ({
      ...(/\/v2$/.test(desiredAPIVersion) ? toSecond(object) : toFirst(object)),
      apiVersion: desiredAPIVersion,
    }));
    return { convertedObjects, result: { status: "Success" } };
  } catch (error) {
    return { result: { status: "Failed", message: messageOf(error) } };
  }
}

function toSecond({ hostPort, ...rest }: Converted): Converted {
  if (hostPort === undefined) return rest;
  const [host, port, ...more] = String(hostPort).split(":");
  if (port === undefined || more.length > 0) throw new Error(`invalid hostPort value \`${hostPort}\``);
  return { ...rest, host, port };
}

const toFirst = ({ host, port, ...rest }: Converted): Converted =>
  host === undefined && port === undefined ? rest : { ...rest, hostPort: `${host ?? ""}:${port ?? ""}` };

function readReview(body: Uint8Array): { readonly apiVersion: string; readonly request: Request } | undefined {
  try {
    const review = JSON.parse(Buffer.from(body).toString("utf8")) as { apiVersion: string; request?: Request };
    return Array.isArray(review.request?.objects) ? (review as { apiVersion: string; request: Request }) : undefined;
  } catch {
    return undefined;
  }
}
