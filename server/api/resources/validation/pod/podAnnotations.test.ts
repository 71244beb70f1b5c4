import { expect, test } from "vitest";
import { atOnce } from "../../../../../shared/steps.ts";
import { createVocabulary } from "../../../../../shared/vocabulary.ts";
import { texts } from "../../testing/objects.ts";
import { validatePodAnnotations } from "./podAnnotations.ts";

const words = createVocabulary();
const NAME = "scheduler.alpha.kubernetes.io/tolerations";
const errors = (text: string): string[] =>
  texts(
    atOnce(validatePodAnnotations({ [NAME]: text }, { containers: [] }, "metadata.annotations", { vocabulary: words })),
  );

test.each<[string, string[]]>([
  ["", []],
  ["null", []],
  ['[{"key":"a","operator":"Exists"}]', []],
  ["x", [`metadata.annotations: Invalid value: "${NAME}": invalid character 'x' looking for beginning of value`]],
  [
    "{}",
    [
      `metadata.annotations: Invalid value: "${NAME}": json: cannot unmarshal object into Go value of type []v1.Toleration`,
    ],
  ],
  [
    "[1]",
    [
      `metadata.annotations: Invalid value: "${NAME}": json: cannot unmarshal number into Go value of type v1.Toleration`,
    ],
  ],
  [
    '[{"key":"a","operator":"Like"}]',
    [`metadata.annotations.${NAME}[0].operator: Unsupported value: "Like": supported values: "Equal", "Exists"`],
  ],
])("tolerations in the legacy annotation: %s", (text, expected) => {
  expect(errors(text)).toEqual(expected);
});
