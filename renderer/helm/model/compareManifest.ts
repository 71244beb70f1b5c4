import { nextFrame } from "../../api/frame.ts";
import { inBatches } from "../../api/requests/inBatches.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { manifestDocuments, manifestPart } from "./manifestParts.ts";
import { type ComparedPart, comparePart, type ReadObject } from "./objectStates.ts";

export interface CompareOptions {
  /** Namespace of the release. */
  readonly namespace: string;
  /** Everything that the server serves. */
  readonly types: readonly ResourceType[];
  readonly read: ReadObject;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** Number of objects that are read concurrently. */
const WIDTH = 6;
/** Milliseconds of parsing after which the event loop gets a turn. */
const TURN = 8;

/**
 * Compares every object of a manifest with the cluster, in the order of the manifest.
 * @throws read errors, except the server's errors about single objects
 */
export async function compareManifest(manifest: string, options: CompareOptions): Promise<ComparedPart[]> {
  const { types, signal, read, onProgress } = options;
  const documents = manifestDocuments(manifest);
  const parts: ComparedPart[] = new Array(documents.length);
  let turnEnds = performance.now() + TURN;
  const compare = async (i: number): Promise<void> => {
    if (performance.now() > turnEnds) {
      await new Promise<void>((resolve) => nextFrame(resolve));
      turnEnds = performance.now() + TURN;
    }
    parts[i] = await comparePart(manifestPart(documents[i] ?? "", i + 1, options, types), read);
  };
  const outcomes = await inBatches(
    documents.map((_, i) => i),
    compare,
    (now) => onProgress(now.filter(({ state }) => state === "done").length, now.length),
    { width: WIDTH, signal, schedule: nextFrame },
  );
  signal.throwIfAborted();
  const failed = outcomes.find(({ state }) => state === "failed");
  if (failed !== undefined) throw failed.error;
  return parts;
}
