import type { Vocabulary } from "../vocabulary.ts";
import { accessPuzzle } from "./accessPuzzle.ts";
import type { Content } from "./content.ts";
import { shop } from "./shop/shop.ts";
import { tenThousandObjects } from "./tenThousandObjects.ts";

/** All content that a new sandbox can start with, rendered in its server's vocabulary. */
export const allContent = (vocabulary: Vocabulary): readonly Content[] => [
  shop(vocabulary),
  accessPuzzle(vocabulary),
  tenThousandObjects,
];
