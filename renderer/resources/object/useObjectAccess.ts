import { useQuery } from "@tanstack/react-query";
import type { ResourceLocator } from "../../../shared/resourcePath.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { type Answer, ask, type Question } from "../../access/questions/review.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { questionsAbout } from "./questionsAbout.ts";

export interface AnsweredQuestion {
  question: Question;
  answer?: Answer | undefined;
  error?: Error | undefined;
}

/** Sends all questions to the server, each as a review of the user's own permissions. */
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
