import { type Answer, header, type RequestContext } from "../../../ground/request/context.ts";
import { parseAccept } from "../../../model/encoding/mediaType.ts";
import { matchesTag } from "../../http/entityTag.ts";
import type { EncodedDocument } from "./encodedDocument.ts";

/** Media type of the binary form, as spelled in answers. */
const binaryType = (version: 2 | 3): string => `application/com.github.proto-openapi.spec.v${version}.v1.0+protobuf`;

/** The form that the client prefers; undefined when it accepts neither. */
function chooseForm(accept: string, version: 2 | 3): "json" | "protobuf" | undefined {
  if (accept.trim() === "") return "json";
  const current = binaryType(version);
  const older = current.replace(`v${version}.v1.0`, `v${version}@v1.0`);
  for (const { type } of parseAccept(accept)) {
    if (type === "application/json" || type === "application/*" || type === "*/*") return "json";
    if (type === current || type === older) return "protobuf";
  }
  return undefined;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** New location of the document; a client that accepts one of its forms is redirected. */
  readonly location?: string;
}

/** Answers with a document in the requested form, or with 304 when the client already has it. */
export async function sendDocument(
  context: RequestContext,
  document: EncodedDocument,
  version: 2 | 3,
  { headers = {}, location }: SendOptions = {},
): Promise<Answer> {
  const form = chooseForm(header(context, "accept"), version);
  if (form === undefined) return { status: 406, headers: { vary: "Accept" }, body: "" };
  if (location !== undefined) return { status: 301, headers: { location, vary: "Accept" }, body: "" };
  const etag = `"${document.hash}"`;
  const common = { ...headers, etag, vary: "Accept" };
  if (matchesTag(header(context, "if-none-match"), etag)) return { status: 304, headers: common, body: "" };
  return {
    status: 200,
    headers: { ...common, "content-type": form === "json" ? "application/json" : binaryType(version) },
    body: form === "json" ? document.json : await document.protobuf(),
  };
}
