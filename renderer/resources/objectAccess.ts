/** The questions "what may I do with this object", and the answers of the server to them. */
import { useQuery } from "@tanstack/react-query";
import type { ResourceLocator } from "../../shared/resourcePath.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { type Answer, ask, type Question } from "../access/review.ts";
import type { ResourceType } from "../api/resourceType.ts";

/** Verbs about the object as such, and with each of its subresources. */
export function questionsAbout(type: ResourceType, locator: ResourceLocator): Question[] {
  const resource = type.group === "" ? type.resource : `${type.resource}.${type.group}`;
  const base = { mode: "resource" as const, resource, namespace: locator.namespace ?? "", path: "" };
  const name = locator.name ?? "";
  const own = type.verbs
    .filter((verb) => verb !== "create" && verb !== "deletecollection")
    .map((verb) => ({ ...base, verb, subresource: "", name }));
  const subVerb = (sub: string): string[] =>
    sub === "log" ? ["get"] : ["status", "scale", "finalize"].includes(sub) ? ["get", "update", "patch"] : ["create"];
  const subs = type.subresources.flatMap((subresource) =>
    subVerb(subresource).map((verb) => ({ ...base, verb, subresource, name })),
  );
  return [...own, ...subs];
}

export interface AnsweredQuestion {
  question: Question;
  answer?: Answer | undefined;
  error?: Error | undefined;
}

/** Asks the server all of them, each by a review about oneself. */
export const useObjectAccess = (
  cluster: string,
  vocabulary: Vocabulary,
  type: ResourceType,
  locator: ResourceLocator,
) =>
  useQuery({
    queryKey: ["objectAccess", cluster, type.group, type.resource, locator.namespace, locator.name],
    queryFn: (): Promise<AnsweredQuestion[]> =>
      Promise.all(
        questionsAbout(type, locator).map(async (question) => {
          try {
            return { question, answer: await ask(cluster, vocabulary, question) };
          } catch (error) {
            return { question, error: error instanceof Error ? error : new Error(String(error)) };
          }
        }),
      ),
    staleTime: 10_000,
  });
