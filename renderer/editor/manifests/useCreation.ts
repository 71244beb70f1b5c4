import { useRef, useState } from "react";
import { append } from "../../../shared/collections/append.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import { inBatches, type Outcome } from "../../api/requests/inBatches.ts";
import { createText } from "../applyRequest.ts";
import { type ManifestDocument, sendingOrder } from "./documents.ts";

interface Creation {
  outcomes: Outcome<ManifestDocument>[];
  busy: boolean;
  /** Whether the outcomes are those of a dry run, which stores nothing. */
  isDryRun: boolean;
  warnings: string[];
  /** Stops waiting for the response, and does not send the remaining documents. */
  cancel(): void;
  /** Clears the outcomes, because the text has changed. */
  clear(): void;
  /**
   * Creates all documents one after the other, or sends them as a dry run. Resolves to the stored objects in the order
   * of sending.
   */
  run(documents: readonly ManifestDocument[], dryRun?: boolean): Promise<{ stored: ApiObject[]; warnings: string[] }>;
}

/** Thrown for a document that cannot be sent; `problem` is the reason. */
export class UnsendableError extends Error {
  readonly document: ManifestDocument;

  constructor(document: ManifestDocument) {
    super(document.problem);
    this.document = document;
  }
}

/** Thrown when the user stopped waiting for the response to a creation: its outcome is unknown. */
export class NotWaitedForError extends Error {}

/**
 * The target of a document. Kinds that cannot be patched (reviews, bindings) are always posted, without a name in the
 * path.
 */
export function targetOf({ object, type }: ManifestDocument, namespace: string): ResourceLocator | undefined {
  if (object === undefined || type === undefined) return undefined;
  const { group, version, resource } = type;
  const wanted = type.namespaced ? (object.metadata.namespace ?? (namespace || "default")) : "";
  const name = type.verbs.includes("patch") ? object.metadata.name : undefined;
  return { group, version, resource, namespace: wanted, ...(name === undefined ? {} : { name }) };
}

/** Creates the documents of a text, each with its own result: a refused one does not stop the others. */
export function useCreation(cluster: string, namespace: string): Creation {
  const [outcomes, setOutcomes] = useState<Outcome<ManifestDocument>[]>([]);
  const [busy, setBusy] = useState(false);
  const [isDryRun, setDryRun] = useState(false);
  const [warnings, setWarnings] = useState<string[]>([]);
  const waiting = useRef<AbortController>(undefined);
  const run: Creation["run"] = async (documents, dryRun = false) => {
    const controller = new AbortController();
    const { signal } = controller;
    waiting.current = controller;
    setBusy(true);
    setDryRun(dryRun);
    const stored: ApiObject[] = [];
    const warned: string[] = [];
    const create = async (document: ManifestDocument): Promise<void> => {
      const target = targetOf(document, namespace);
      if (target === undefined) throw new UnsendableError(document);
      try {
        const { body, warnings: own } = await createText(cluster, target, document.text, { signal, dryRun });
        stored.push(body);
        append(warned, own);
      } catch (error) {
        throw signal.aborted ? new NotWaitedForError() : error;
      }
    };
    // One at a time: later documents may need objects of earlier ones.
    setOutcomes(await inBatches(sendingOrder(documents), create, setOutcomes, { width: 1, signal }));
    setWarnings(warned);
    setBusy(false);
    return { stored, warnings: warned };
  };
  return {
    outcomes,
    busy,
    isDryRun,
    warnings,
    run,
    clear: () => setOutcomes([]),
    cancel: () => waiting.current?.abort(),
  };
}
