import { setImmediate } from "node:timers/promises";
import { methodNotServed } from "../../shared/status.ts";
import type { RequestContext } from "../http/context.ts";
import { GNOSTIC_V2 } from "../schema/openapi/gnosticV2.ts";
import { GNOSTIC_V3 } from "../schema/openapi/gnosticV3.ts";
import type { PathHandler } from "./nonResource.ts";
import { DocumentCache, encodeDocument } from "./openapi/documentCache.ts";
import {
  type DocumentSources,
  documentNames,
  documentParts,
  openApiV2,
  openApiV3,
} from "./openapi/openApiDocuments.ts";
import { sendDocument } from "./openapi/sendDocument.ts";

const ROOT = "/openapi/v3";
const YEAR = 365 * 24 * 60 * 60 * 1000;

/**
 * `/openapi/v2`, `/openapi/v3` and the documents below it. Nothing is made before the first request. Links to documents carry
 * their hash, so that clients may keep what they got for good; a stale link leads to the current one.
 */
export function openApiRoutes(services: DocumentSources): [string, PathHandler][] {
  const { catalog } = services;
  const documents = new DocumentCache(
    (name) => documentParts(services, name),
    (name) => {
      const document = openApiV3(services, name);
      return document === undefined ? undefined : encodeDocument(document, GNOSTIC_V3);
    },
  );
  const generation = () => [catalog.generation];
  const whole = new DocumentCache(generation, () => encodeDocument(openApiV2(services), GNOSTIC_V2));
  const index = new DocumentCache(generation, () => {
    const paths = documentNames(services).map((name) => [
      name,
      { serverRelativeURL: linkTo(name, documents.get(name)?.hash ?? "") },
    ]);
    return Buffer.from(JSON.stringify({ paths: Object.fromEntries(paths) }));
  });

  const v3: PathHandler = async (context) => {
    onlyReads(context);
    const name = context.path.slice(ROOT.length).replace(/^\/+|\/+$/g, "");
    if (name === "") {
      // Other requests get their turn between documents.
      for (const each of documentNames(services)) {
        if (documents.get(each) !== undefined) await setImmediate();
      }
      return { status: 200, headers: { "content-type": "application/json" }, body: index.get("") ?? "" };
    }
    const document = documents.get(name);
    if (document === undefined) return { status: 404, headers: {}, body: "" };
    const hash = context.query.get("hash") ?? "";
    if (hash === "") return sendDocument(context, document, 3);
    if (hash !== document.hash) {
      return sendDocument(context, document, 3, { location: linkTo(name, document.hash) });
    }
    return sendDocument(context, document, 3, {
      headers: {
        "cache-control": "public, immutable",
        expires: new Date(context.received + YEAR).toUTCString(),
      },
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
