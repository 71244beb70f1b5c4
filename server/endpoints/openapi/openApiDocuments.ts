import type { JsonObject } from "../../../shared/object.ts";
import { servesCbor } from "../../encoding/cbor/cborGate.ts";
import { createDefinitionSet, type DefinitionSet } from "../../schema/openapi/definitionSet.ts";
import type { OpenApiVersion } from "../../schema/openapi/typeSchema.ts";
import { readDescriptionsFile } from "../../schema/schemaFile.ts";
import type { Services } from "../services.ts";
import { generalOperations, groupOperation, resourceListOperation } from "./apiOperations.ts";
import { documentV2 } from "./documentV2.ts";
import { documentV3 } from "./documentV3.ts";
import type { Operation } from "./operation.ts";
import { operationContext } from "./operationContext.ts";
import { resourceOperations } from "./resourceOperations.ts";
import { customDefinitions } from "./resourceTypes.ts";
import { subresourceOperations } from "./subresourceOperations.ts";

/** What documents are made of; without gates, nothing that one has to open is described. */
export type DocumentSources = Pick<Services, "catalog" | "schema" | "vocabulary"> & Partial<Pick<Services, "features">>;

/** Places of all version 3 documents below `/openapi/v3/`, sorted: `api/v1`, `apis/apps`, `apis/apps/v1`, `version`, … */
export function documentNames({ catalog, vocabulary }: DocumentSources): string[] {
  const names = new Set(generalOperations(vocabulary).keys());
  for (const { group, version } of catalog.groupVersions) {
    if (group !== "") names.add(`apis/${group}`);
    names.add(group === "" ? `api/${version}` : `apis/${group}/${version}`);
  }
  return [...names].sort();
}

/** What the document of a place depends on: the resources there, none for general documents. */
export function documentParts({ catalog }: DocumentSources, name: string): readonly unknown[] {
  const [prefix, ...rest] = name.split("/");
  const [group = "", version] = prefix === "api" ? ["", ...rest] : rest;
  return version === undefined
    ? [catalog.preferredVersion(group)]
    : [catalog.hasGroupVersion(group, version), ...catalog.resourcesOf(group, version)];
}

/** The OpenAPI 3 document of a place; undefined when nothing is served there. */
export function openApiV3(sources: DocumentSources, name: string): JsonObject | undefined {
  const set = definitions(sources, 3);
  const operations = operationsAt(sources, name, set);
  return operations === undefined ? undefined : documentV3(operations, set);
}

/** The Swagger 2 document of everything that is served. */
export function openApiV2(sources: DocumentSources): JsonObject {
  const set = definitions(sources, 2);
  return documentV2(
    documentNames(sources).flatMap((name) => operationsAt(sources, name, set) ?? []),
    set,
  );
}

const definitions = ({ schema, catalog }: DocumentSources, version: OpenApiVersion): DefinitionSet =>
  createDefinitionSet({ schema, version, descriptions: readDescriptionsFile(), custom: customDefinitions(catalog) });

function operationsAt(sources: DocumentSources, name: string, set: DefinitionSet): Operation[] | undefined {
  const { catalog, vocabulary, features } = sources;
  const general = generalOperations(vocabulary).get(name);
  if (general !== undefined) return [general];
  const [prefix, ...rest] = name.split("/");
  const [group, version] = prefix === "api" ? ["", ...rest] : rest;
  if (group === undefined || rest.length > 2 || (prefix !== "api" && prefix !== "apis")) return undefined;
  if (version === undefined) {
    return catalog.preferredVersion(group) === undefined ? undefined : [groupOperation(group, vocabulary)];
  }
  if (!catalog.hasGroupVersion(group, version)) return undefined;
  const cbor = features !== undefined && servesCbor(features);
  return [
    resourceListOperation(group, version, vocabulary, cbor),
    ...catalog.resourcesOf(group, version).flatMap((resource) => {
      const context = operationContext(resource, set, cbor);
      return [
        ...resourceOperations(context),
        ...[...resource.subresources.values()].flatMap((sub) => subresourceOperations(context, sub)),
      ];
    }),
  ];
}
