import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { DataFolderError } from "../../store/storage/dataFolderError.ts";
import type { Storage } from "../../store/storage/storage.ts";

/** Every server registers its own groups, first of all. */
const REGISTRY = "/registry/apiregistration.";

/**
 * A store belongs to one vocabulary: under another, nothing in it would be found, and a second cluster would be made in it.
 * @param where names the store, for the error
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
