import type { Lesson } from "../lesson.ts";

const DEFINITIONS = "/apis/apiextensions.{domain}/v1/customresourcedefinitions";
const NAME = "comets.lessons.example.org";
const COMETS = "/apis/lessons.example.org/v1/namespaces/lesson-custom/comets";
const comet = (name: string, spec: object) => ({
  apiVersion: "lessons.example.org/v1",
  kind: "Comet",
  metadata: { name },
  spec,
});

/** A custom resource, with a schema that the server enforces. */
export const customResource: Lesson = {
  id: "custom",
  title: { en: "A kind of your own", de: "Eine eigene Art" },
  summary: {
    en: "Teach the server a new kind, and let it refuse what makes no sense.",
    de: "Dem Server eine neue Art beibringen und ihn Unsinn ablehnen lassen.",
  },
  minutes: 8,
  namespace: "lesson-custom",
  setup: [],
  cleanup: [{ method: "DELETE", path: `${DEFINITIONS}/${NAME}` }],
  steps: [
    {
      id: "define",
      title: { en: "Define it", de: "Definieren" },
      text: [
        {
          en: "A CustomResourceDefinition names a kind and describes its fields with a schema. From then on the server serves it like its own.",
          de: "Eine CustomResourceDefinition benennt eine Art und beschreibt ihre Felder mit einem Schema. Von da an bietet der Server sie an wie seine eigenen.",
        },
        {
          en: `Create \`${NAME}\`: kind \`Comet\`, namespaced, version \`v1\`, with an integer \`spec.period\` of at least 1, which is required.`,
          de: `Legen Sie \`${NAME}\` an: Art \`Comet\`, mit Namespace, Version \`v1\`, mit einer Ganzzahl \`spec.period\` von mindestens 1, die Pflicht ist.`,
        },
      ],
      hints: [
        { en: `The collection is \`${DEFINITIONS}\`.`, de: `Die Sammlung ist \`${DEFINITIONS}\`.` },
        {
          en: "The schema is at `spec.versions[0].schema.openAPIV3Schema`.",
          de: "Das Schema liegt unter `spec.versions[0].schema.openAPIV3Schema`.",
        },
      ],
      checks: [
        {
          says: { en: "The server serves comets", de: "Der Server bietet Kometen an" },
          ask: { method: "GET", path: COMETS },
          status: 200,
        },
      ],
      solution: [
        {
          method: "POST",
          path: DEFINITIONS,
          body: {
            metadata: { name: NAME },
            spec: {
              group: "lessons.example.org",
              scope: "Namespaced",
              names: { plural: "comets", singular: "comet", kind: "Comet", listKind: "CometList" },
              versions: [
                {
                  name: "v1",
                  served: true,
                  storage: true,
                  schema: {
                    openAPIV3Schema: {
                      type: "object",
                      properties: {
                        spec: {
                          type: "object",
                          required: ["period"],
                          properties: { period: { type: "integer", minimum: 1 } },
                        },
                      },
                    },
                  },
                },
              ],
            },
          },
          status: 201,
        },
      ],
    },
    {
      id: "invalid",
      title: { en: "Break the rule", de: "Die Regel brechen" },
      text: [
        {
          en: "Create a Comet whose `period` is `0`. The server answers 422 and names the field.",
          de: "Legen Sie einen Comet mit `period: 0` an. Der Server antwortet 422 und nennt das Feld.",
        },
      ],
      hints: [{ en: `The collection is \`${COMETS}\`.`, de: `Die Sammlung ist \`${COMETS}\`.` }],
      checks: [
        {
          says: { en: "The server refused `spec.period`", de: "Der Server lehnte `spec.period` ab" },
          seen: { method: "POST", path: "/comets", status: [422], answer: "spec\\.period" },
        },
      ],
      solution: [{ method: "POST", path: COMETS, body: comet("nonsense", { period: 0 }), status: 422 }],
    },
    {
      id: "valid",
      title: { en: "Keep it", de: "Die Regel halten" },
      text: [
        {
          en: "Create the Comet `halley` with a `period` of 76. Add `spec.tail: long`, which the schema does not know: what is unknown is dropped.",
          de: "Legen Sie den Comet `halley` mit `period: 76` an. Schreiben Sie `spec.tail: long` dazu, was das Schema nicht kennt: Unbekanntes entfällt.",
        },
      ],
      hints: [{ en: "Look at the answer: is `tail` there?", de: "Sehen Sie in die Antwort: Ist `tail` da?" }],
      checks: [
        {
          says: { en: "`halley` has its period and no tail", de: "`halley` hat seine Umlaufzeit und keinen Schweif" },
          ask: { method: "GET", path: `${COMETS}/halley` },
          status: 200,
          expect: [
            { at: "/spec/period", equals: 76 },
            { at: "/spec/tail", exists: false },
          ],
        },
      ],
      solution: [{ method: "POST", path: COMETS, body: comet("halley", { period: 76, tail: "long" }), status: 201 }],
    },
  ],
};
