/** The parts of the documents of one OpenAPI version, each built on first use. */
import type { JsonObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import { inTurns, turnIfSpent } from "../../../ground/turns/turns.ts";
import { servesCbor } from "../../../model/encoding/cbor/cborGate.ts";
import { Definitions, reachable, type Written } from "../../../model/schema/openapi/definitions.ts";
import { readDescriptionsFile } from "../../../model/schema/schemaFile.ts";
import type { DocumentFormat, DocumentParts } from "./documentFormat.ts";
import { Leaf } from "./documentPart.ts";
import { type EncodedDocument, encodeDocument } from "./encodedDocument.ts";
import type { Operation } from "./operation.ts";
import { operationContext } from "./operationContext.ts";
import { pathItems } from "./pathItems.ts";
import { resourceOperations } from "./resourceOperations.ts";
import type { CustomDefinitions } from "./resourceTypes.ts";
import { subresourceOperations } from "./subresourceOperations.ts";

/** The sources of documents; without feature gates, everything that depends on an enabled gate is left out. */
export type DocumentSources = Pick<Services, "catalog" | "schema" | "vocabulary"> & Partial<Pick<Services, "features">>;

/** An owner of paths: a resource, or a few operations that belong to no resource. */
export type PathOwner = Resource | readonly Operation[];

/** The paths of an owner and the parameters that they refer to. */
interface PathSet {
  readonly leaves: readonly Leaf[];
  readonly parameters: JsonObject;
}

/**
 * Keeps what does not change: built-in definitions for good, those of custom kinds and the paths of a resource as long
 * as the resource is served unchanged. So adding, changing or removing a definition rebuilds only its own parts.
 */
export class DocumentStock {
  readonly #sources: DocumentSources;
  readonly #format: DocumentFormat;
  readonly #definitions: Definitions;
  readonly #builtIn = new Map<string, Written<Leaf>>();
  readonly #custom = new WeakMap<Resource, Map<string, Written<Leaf>>>();
  readonly #paths = new WeakMap<Resource, Written<PathSet>>();

  constructor(sources: DocumentSources, format: DocumentFormat) {
    const { schema, features } = sources;
    const enums = features === undefined || features.enabled("OpenAPIEnums");
    this.#sources = sources;
    this.#format = format;
    this.#definitions = new Definitions({
      schema,
      version: format.version,
      descriptions: readDescriptionsFile(),
      enums,
    });
  }

  /**
   * The document of some paths and of everything that they refer to. Building it yields to the event loop.
   *
   * @param custom the definitions of custom kinds at the time when the owners were looked up
   * @param extend adds what extension servers describe
   */
  async document(
    owners: readonly PathOwner[],
    custom: CustomDefinitions,
    extend?: (parts: DocumentParts) => Steps<DocumentParts>,
  ): Promise<EncodedDocument> {
    const paths: Leaf[] = [];
    const parameters = new Map<string, JsonObject>();
    const uses = new Set<string>();
    for (const owner of owners) {
      const written = this.#pathsOf(owner);
      for (const leaf of written.value.leaves) paths.push(leaf);
      for (const [key, parameter] of Object.entries(written.value.parameters)) {
        parameters.set(key, parameter as JsonObject);
      }
      for (const used of written.uses) uses.add(used);
      await turnIfSpent();
    }
    // Names of custom kinds may collide: a document has each name once.
    const definitions = new Map<string, Leaf>();
    for (const [, { value }] of reachable(uses, (name) => this.#definition(name, custom))) {
      if (!definitions.has(value.name)) definitions.set(value.name, value);
      await turnIfSpent();
    }
    const parts: DocumentParts = {
      paths: paths.sort(byName),
      definitions: [...definitions.values()].sort(byName),
      parameters: Object.fromEntries([...parameters].sort(([a], [b]) => (a < b ? -1 : 1))),
    };
    const all = extend === undefined ? parts : await inTurns(extend(parts));
    return encodeDocument(this.#format.members(all, this.#sources.vocabulary));
  }

  #pathsOf(owner: PathOwner): Written<PathSet> {
    if (!("node" in owner)) return this.#writePaths(() => owner);
    let written = this.#paths.get(owner);
    if (written === undefined) {
      const { features } = this.#sources;
      const cbor = features !== undefined && servesCbor(features);
      written = this.#writePaths((writer) => {
        const context = operationContext(owner, writer, cbor);
        return [
          ...resourceOperations(context),
          ...[...owner.subresources.values()].flatMap((sub) => subresourceOperations(context, sub)),
        ];
      });
      this.#paths.set(owner, written);
    }
    return written;
  }

  #writePaths(operations: (writer: Parameters<typeof operationContext>[1]) => readonly Operation[]): Written<PathSet> {
    const { messages } = this.#format;
    return this.#definitions.write((writer) => {
      const shared = new Map<string, JsonObject>();
      const items = pathItems(operations(writer), this.#format.paths(writer, shared));
      return {
        leaves: Object.entries(items).map(([path, item]) => new Leaf(messages, "Paths", path, item)),
        parameters: Object.fromEntries(shared),
      };
    });
  }

  #definition(name: string, custom: CustomDefinitions): Written<Leaf> {
    const own = custom.get(name);
    let kept = this.#builtIn;
    if (own !== undefined) {
      kept = this.#custom.get(own.resource) ?? new Map<string, Written<Leaf>>();
      this.#custom.set(own.resource, kept);
    }
    let written = kept.get(name);
    if (written === undefined) {
      const { messages, definitionsMessage } = this.#format;
      const { value, uses } = own === undefined ? this.#definitions.body(name) : this.#definitions.write(own.write);
      const published = this.#definitions.published(name);
      written = { value: new Leaf(messages, definitionsMessage, published, value), uses };
      kept.set(name, written);
    }
    return written;
  }
}

const byName = (a: Leaf, b: Leaf): number => (a.name < b.name ? -1 : 1);
