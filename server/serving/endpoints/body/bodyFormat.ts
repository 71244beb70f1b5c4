import { ApiError } from "../../../../shared/status.ts";
import type { Services } from "../../../api/registry/services.ts";
import { header, type RequestContext } from "../../../ground/request/context.ts";
import { servesCbor } from "../../../model/encoding/cbor/cborGate.ts";
import { contentMediaType } from "../../../model/encoding/mediaType.ts";
import { available, CBOR } from "../../../model/encoding/negotiate.ts";

export type BodyFormat = "json" | "yaml" | "protobuf" | "cbor";

/**
 * The format of the request body: JSON unless the content type names another one.
 * @throws ApiError 415 for unsupported types
 */
export function bodyFormat(context: RequestContext, services: Services): BodyFormat {
  const contentType = header(context, "content-type");
  if (contentType === "") return "json";
  const type = contentMediaType(contentType);
  if (type === "application/json") return "json";
  if (type === "application/yaml") return "yaml";
  if (type === services.vocabulary.protobufMediaType) return "protobuf";
  const cbor = servesCbor(services.features);
  if (cbor && type === CBOR) return "cbor";
  throw new ApiError(
    415,
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${available(services.vocabulary, { cbor }).join(", ")}`,
  );
}
