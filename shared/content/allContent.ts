import type { Vocabulary } from "../vocabulary.ts";
import { accessPuzzle } from "./accessPuzzle.ts";
import type { Content } from "./content.ts";
import { shop } from "./shop/shop.ts";
import { tenThousandObjects } from "./tenThousandObjects.ts";

/** Everything that a sandbox may begin with, in the words of its server. */
export const allContent = (vocabulary: Vocabulary): readonly Content[] => [
  shop(vocabulary),
  accessPuzzle(vocabulary),
  tenThousandObjects,
];
