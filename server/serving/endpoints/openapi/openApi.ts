import { methodNotServed } from "../../../../shared/status.ts";
import { trimEndOf } from "../../../../shared/text/trimEnd.ts";
import type { RequestContext } from "../../../ground/request/context.ts";
import type { Aggregation } from "../../aggregation/aggregation.ts";
import type { RemoteApi } from "../../aggregation/remoteApi.ts";
import type { RemoteSpec } from "../../aggregation/remoteSpec.ts";
import type { PathHandler } from "../nonResource/nonResource.ts";
import { DocumentCache } from "./documentCache.ts";
import type { DocumentSources } from "./documentStock.ts";
import { documentNames, documentParts, OpenApiDocuments } from "./openApiDocuments.ts";
import { sendDocument } from "./sendDocument.ts";

/** The parts that extension servers describe. */
export type DescribedElsewhere = Pick<Aggregation, "apiServices" | "groups" | "openApi" | "passOn">;

const ROOT = "/openapi/v3";
const YEAR = 365 * 24 * 60 * 60 * 1000;

/**
 * `/openapi/v2`, `/openapi/v3` and the documents below it. Nothing is built before the first request. Links to
 * documents contain their hash, so that clients may cache them forever; a stale link redirects to the current one.
 */
export function openApiRoutes(services: DocumentSources, aggregation?: DescribedElsewhere): [string, PathHandler][] {
  const { catalog } = services;
  const made = new OpenApiDocuments(services);
  const documents = new DocumentCache(
    (name) => documentParts(services, name),
    (name) => made.v3(name),
  );
  const generation = () => [(aggregation?.groups ?? catalog).generation];
  const whole = new DocumentCache(generation, () => made.v2(aggregation && specsOf(aggregation)));
  const index = new DocumentCache(generation, async () => {
    const names = documentNames(services);
    documents.retain(new Set(names));
    const paths: Record<string, { serverRelativeURL: string }> = {};
    for (const name of names) {
      // Something that is no longer served has no document.
      const document = await documents.get(name);
      if (document !== undefined) paths[name] = { serverRelativeURL: linkTo(name, document.hash) };
    }
    for (const { group, version, link } of aggregation === undefined ? [] : linksOf(aggregation)) {
      paths[`apis/${group}/${version}`] = { serverRelativeURL: link };
    }
    return Buffer.from(JSON.stringify({ paths }));
  });

  const v3: PathHandler = async (context) => {
    onlyReads(context);
    const name = trimEndOf(context.path.slice(ROOT.length), "/").replace(/^\/+/, "");
    if (name === "") {
      return { status: 200, headers: { "content-type": "application/json" }, body: (await index.get("")) ?? "" };
    }
    const remote = aggregation?.apiServices.remoteAt(`/${name}`);
    if (remote !== undefined && aggregation?.openApi.link(remote) !== undefined) {
      return aggregation.passOn(remote, context);
    }
    const document = await documents.get(name);
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

  const v2: PathHandler = async (context) => {
    onlyReads(context);
    const document = trimEndOf(context.path, "/") === "/openapi/v2" ? await whole.get("") : undefined;
    return document === undefined ? { status: 404, headers: {}, body: "" } : sendDocument(context, document, 2);
  };
  return [
    ["/openapi/v2", v2],
    [ROOT, v3],
  ];
}

/** All group versions of extension servers, in the order of discovery. */
const remotesOf = ({ groups }: DescribedElsewhere): RemoteApi[] =>
  groups.listed.flatMap(({ versions }) => versions.flatMap(({ remote }) => remote ?? []));

const specsOf = (aggregation: DescribedElsewhere): RemoteSpec[] =>
  remotesOf(aggregation).flatMap((remote) => aggregation.openApi.spec(remote) ?? []);

const linksOf = (aggregation: DescribedElsewhere) =>
  remotesOf(aggregation).flatMap((remote) => {
    const link = aggregation.openApi.link(remote);
    return link === undefined ? [] : [{ ...remote, link }];
  });

const linkTo = (name: string, hash: string): string => `${ROOT}/${name}?hash=${hash}`;

function onlyReads(context: RequestContext): void {
  if (context.method !== "GET" && context.method !== "HEAD") throw methodNotServed();
}
