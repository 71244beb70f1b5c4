import type { Catalog } from "../../../api/registry/catalog.ts";
import { servesCbor } from "../../../model/encoding/cbor/cborGate.ts";
import type { RemoteSpec } from "../../aggregation/remoteSpec.ts";
import { generalOperations, groupOperation, resourceListOperation } from "./apiOperations.ts";
import { type DocumentSources, DocumentStock, type PathOwner } from "./documentStock.ts";
import { OPENAPI_V2 } from "./documentV2.ts";
import { OPENAPI_V3 } from "./documentV3.ts";
import type { EncodedDocument } from "./encodedDocument.ts";
import { mergeSpecs } from "./mergeSpecs.ts";
import { type CustomDefinitions, customDefinitions } from "./resourceTypes.ts";

/**
 * Names of all version 3 documents below `/openapi/v3/`, sorted: `api/v1`, `apis/apps`, `apis/apps/v1`, `version`, …
 */
export function documentNames({ catalog, vocabulary }: DocumentSources): string[] {
  const names = new Set(generalOperations(vocabulary).keys());
  for (const { group, version } of catalog.groupVersions) {
    if (group !== "") names.add(`apis/${group}`);
    names.add(group === "" ? `api/${version}` : `apis/${group}/${version}`);
  }
  return [...names].sort();
}

/** The dependencies of a document: its resources, or nothing for general documents. */
export function documentParts({ catalog }: DocumentSources, name: string): readonly unknown[] {
  const [prefix, ...rest] = name.split("/");
  const [group = "", version] = prefix === "api" ? ["", ...rest] : rest;
  return version === undefined
    ? [catalog.preferredVersion(group)]
    : [catalog.hasGroupVersion(group, version), ...catalog.resourcesOf(group, version)];
}

/** Builds the documents of everything that is served. */
export class OpenApiDocuments {
  readonly #sources: DocumentSources;
  readonly #v2: DocumentStock;
  readonly #v3: DocumentStock;
  #custom: { readonly generation: number; readonly definitions: CustomDefinitions } | undefined;

  constructor(sources: DocumentSources) {
    this.#sources = sources;
    this.#v2 = new DocumentStock(sources, OPENAPI_V2);
    this.#v3 = new DocumentStock(sources, OPENAPI_V3);
  }

  /**
   * The Swagger 2 document of everything that is served at this moment.
   * @param remote specs of extension servers, in the order of their priority
   */
  v2(remote: readonly RemoteSpec[] = []): Promise<EncodedDocument> {
    const owners = documentNames(this.#sources).flatMap((name) => this.#ownersAt(name) ?? []);
    const { catalog, vocabulary } = this.#sources;
    const kinds = `${vocabulary.extensionPrefix}group-version-kind`;
    return this.#v2.document(owners, this.#customOf(catalog), (parts) => mergeSpecs(parts, remote, kinds));
  }

  /** The OpenAPI 3 document with a name; undefined when nothing is served under it at this moment. */
  async v3(name: string): Promise<EncodedDocument | undefined> {
    const owners = this.#ownersAt(name);
    return owners === undefined ? undefined : this.#v3.document(owners, this.#customOf(this.#sources.catalog));
  }

  #customOf(catalog: Catalog): CustomDefinitions {
    const { generation } = catalog;
    if (this.#custom?.generation !== generation) this.#custom = { generation, definitions: customDefinitions(catalog) };
    return this.#custom.definitions;
  }

  #ownersAt(name: string): PathOwner[] | undefined {
    const { catalog, vocabulary, features } = this.#sources;
    const general = generalOperations(vocabulary).get(name);
    if (general !== undefined) return [[general]];
    const [prefix, ...rest] = name.split("/");
    const [group, version] = prefix === "api" ? ["", ...rest] : rest;
    if (group === undefined || rest.length > 2 || (prefix !== "api" && prefix !== "apis")) return undefined;
    if (version === undefined) {
      return catalog.preferredVersion(group) === undefined ? undefined : [[groupOperation(group, vocabulary)]];
    }
    if (!catalog.hasGroupVersion(group, version)) return undefined;
    const cbor = features !== undefined && servesCbor(features);
    return [[resourceListOperation(group, version, vocabulary, cbor)], ...catalog.resourcesOf(group, version)];
  }
}
