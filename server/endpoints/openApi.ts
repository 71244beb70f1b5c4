import { createHash } from "node:crypto";
import { methodNotServed } from "../../shared/status.ts";
import type { RequestContext } from "../http/context.ts";
import { GNOSTIC_V2 } from "../schema/openapi/gnosticV2.ts";
import { GNOSTIC_V3 } from "../schema/openapi/gnosticV3.ts";
import type { PathHandler } from "./nonResource.ts";
import { DocumentCache, encodeDocument } from "./openapi/documentCache.ts";
import { type DocumentSources, documentNames, openApiV2, openApiV3 } from "./openapi/openApiDocuments.ts";
import { sendDocument } from "./openapi/sendDocument.ts";

const ROOT = "/openapi/v3";
const YEAR = 365 * 24 * 60 * 60 * 1000;

/**
 * `/openapi/v2`, `/openapi/v3` and the documents below it. Nothing is made before the first request. Links to documents carry
 * their hash, so that clients may keep what they got for good; a stale link leads to the current one.
 */
export function openApiRoutes(services: DocumentSources): [string, PathHandler][] {
  const { catalog } = services;
  const documents = new DocumentCache(catalog, (name) => {
    const document = openApiV3(services, name);
    return document === undefined ? undefined : encodeDocument(document, GNOSTIC_V3);
  });
  const whole = new DocumentCache(catalog, () => encodeDocument(openApiV2(services), GNOSTIC_V2));
  const index = new DocumentCache(catalog, () => {
    const paths = documentNames(services).map((name) => [
      name,
      { serverRelativeURL: linkTo(name, documents.get(name)?.hash ?? "") },
    ]);
    const json = Buffer.from(JSON.stringify({ paths: Object.fromEntries(paths) }));
    return { json, hash: createHash("sha512").update(json).digest("hex").toUpperCase(), protobuf: () => json };
  });

  const v3: PathHandler = (context) => {
    onlyReads(context);
    const name = context.path.slice(ROOT.length).replace(/^\/+|\/+$/g, "");
    if (name === "") {
      const { json } = index.get("") ?? { json: "" };
      return { status: 200, headers: { "content-type": "application/json" }, body: json };
    }
    const document = documents.get(name);
    if (document === undefined) return { status: 404, headers: {}, body: "" };
    const hash = context.query.get("hash") ?? "";
    if (hash === "") return sendDocument(context, document, 3);
    if (hash !== document.hash) {
      return { status: 301, headers: { location: linkTo(name, document.hash), vary: "Accept" }, body: "" };
    }
    return sendDocument(context, document, 3, {
      "cache-control": "public, immutable",
      expires: new Date(context.received + YEAR).toUTCString(),
    });
  };

  const v2: PathHandler = (context) => {
    onlyReads(context);
    const document = context.path.replace(/\/+$/, "") === "/openapi/v2" ? whole.get("") : undefined;
    return document === undefined ? { status: 404, headers: {}, body: "" } : sendDocument(context, document, 2);
  };
  return [
    ["/openapi/v2", v2],
    [ROOT, v3],
  ];
}

const linkTo = (name: string, hash: string): string => `${ROOT}/${name}?hash=${hash}`;

function onlyReads(context: RequestContext): void {
  if (context.method !== "GET" && context.method !== "HEAD") throw methodNotServed();
}
