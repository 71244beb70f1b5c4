import { useMemo } from "react";
import type { ResourceType } from "../../api/resourceType.ts";
import { LONG_TEXT } from "../text/textQuestion.ts";
import { useTextAnswer } from "../text/useTextAnswer.ts";
import { useRestedText } from "../text/useTextVerdict.ts";
import { type ManifestDocument, matchTypes, type ReadDocument, readDocuments } from "./documents.ts";

interface Documents {
  readonly documents: readonly ManifestDocument[];
  /** Whether these are documents of an earlier text, because a worker still reads the current one. */
  readonly isBehind: boolean;
}

const NONE: readonly ReadDocument[] = [];

/** The documents of a text while the user types; a worker reads a long text at each pause. @param types all served kinds */
export function useDocuments(text: string, types: readonly ResourceType[]): Documents {
  const rested = useRestedText(text);
  const isLong = text.length >= LONG_TEXT;
  const remote = useTextAnswer(isLong ? rested : undefined, "documents");
  const direct = useMemo(() => (isLong ? undefined : readDocuments(text)), [isLong, text]);
  const read = direct ?? remote?.answer ?? NONE;
  const documents = useMemo(() => matchTypes(read, types), [read, types]);
  return { documents, isBehind: isLong && remote?.text !== text };
}
