import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { DataFolderError } from "../../store/storage/dataFolderError.ts";
import type { Storage } from "../../store/storage/storage.ts";

/** Prefix of the keys that every server writes first: its own groups. */
const REGISTRY = "/registry/apiregistration.";

/**
 * Checks that the store was written under this vocabulary: under another one, nothing in it would be found, and a
 * second cluster would be created in it.
 * @param where name of the store, for the error message
 * @throws DataFolderError
 */
export async function checkVocabulary(
  storage: Pick<Storage, "range">,
  vocabulary: Vocabulary,
  where: string,
): Promise<void> {
  const { items } = await storage.range({ prefix: REGISTRY, limit: 1 });
  const domain = items[0]?.key.slice(REGISTRY.length).split("/")[0];
  if (domain === undefined || domain === vocabulary.domain) return;
  const word = domain === "k8s.io" ? "kubernetes" : domain.replace(/\.io$/, "");
  throw new DataFolderError(
    `${where} holds a cluster of the vocabulary ${JSON.stringify(word)}: start with --vocabulary=${word}, or with another --data-dir`,
  );
}
