import type { Lesson } from "../lesson.ts";

const MAP = "/api/v1/namespaces/lesson-apply/configmaps/shared";
const YAML = "application/apply-patch+yaml";
const body = (data: Record<string, string>) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "shared" },
  data,
});

/** Server-side apply: who owns which field. */
export const apply: Lesson = {
  id: "apply",
  title: { en: "Server-side apply and conflicts", de: "Server-side Apply und Konflikte" },
  summary: {
    en: "Two managers apply to one object: share it, collide, and take over a field.",
    de: "Zwei Manager wenden auf ein Objekt an: teilen, zusammenstoßen, ein Feld übernehmen.",
  },
  minutes: 8,
  namespace: "lesson-apply",
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "ada",
      title: { en: "Say what you want", de: "Sagen, was man will" },
      text: [
        {
          en: "Apply sends an intent: only the fields you care about. The server records their owner, in `metadata.managedFields`.",
          de: "Apply sendet eine Absicht: nur die Felder, auf die es ankommt. Der Server merkt sich in `metadata.managedFields`, wem sie gehören.",
        },
        {
          en: "As the field manager `ada`, apply the ConfigMap `shared` with `colour: blue`.",
          de: "Wenden Sie als Field Manager `ada` die ConfigMap `shared` mit `colour: blue` an.",
        },
      ],
      hints: [
        {
          en: `An apply is a patch with the content type \`${YAML}\`, whose query names the field manager.`,
          de: `Ein Apply ist ein Patch mit dem Inhaltstyp \`${YAML}\`, dessen Abfrage den Feldmanager nennt.`,
        },
      ],
      checks: [
        {
          says: { en: "`shared` exists, and `ada` applied it", de: "`shared` gibt es, angewendet von `ada`" },
          ask: { method: "GET", path: MAP },
          status: 200,
          expect: [
            { at: "/metadata/managedFields/0/manager", equals: "ada" },
            { at: "/metadata/managedFields/0/operation", equals: "Apply" },
          ],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: `${MAP}?fieldManager=ada`,
          contentType: YAML,
          body: body({ colour: "blue" }),
          status: 201,
        },
      ],
    },
    {
      id: "share",
      title: { en: "Two owners, two fields", de: "Zwei Besitzer, zwei Felder" },
      text: [
        {
          en: "As `bob`, apply only `shape: round`. No other manager owns that field, and `colour` stays.",
          de: "Wenden Sie als `bob` nur `shape: round` an. Niemand ist im Weg, und `colour` bleibt.",
        },
      ],
      hints: [{ en: "Leave `colour` out entirely.", de: "Lassen Sie `colour` ganz weg." }],
      checks: [
        {
          says: { en: "It is round, and has a colour", de: "Es ist rund und hat eine Farbe" },
          ask: { method: "GET", path: MAP },
          status: 200,
          expect: [{ at: "/data/shape", equals: "round" }, { at: "/data/colour" }],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: `${MAP}?fieldManager=bob`,
          contentType: YAML,
          body: body({ shape: "round" }),
          status: 200,
        },
      ],
    },
    {
      id: "conflict",
      title: { en: "Collide", de: "Zusammenstoßen" },
      text: [
        {
          en: "As `bob`, apply `shape: round` and `colour: red`. The server answers 409, and names the field and its owner.",
          de: "Wenden Sie als `bob` `shape: round` und `colour: red` an. Der Server antwortet 409 und nennt Feld und Besitzer.",
        },
      ],
      hints: [{ en: "Do not force it yet.", de: "Noch nichts erzwingen." }],
      checks: [
        {
          says: { en: "An apply of `bob` met a conflict with `ada`", de: "`bob` stieß mit `ada` zusammen" },
          seen: { method: "PATCH", path: "configmaps/shared\\?.*fieldManager=bob", status: [409], answer: "ada" },
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: `${MAP}?fieldManager=bob`,
          contentType: YAML,
          body: body({ shape: "round", colour: "red" }),
          status: 409,
        },
      ],
    },
    {
      id: "force",
      title: { en: "Take it over", de: "Übernehmen" },
      text: [
        {
          en: "`force=true` takes the field: the value becomes `bob`'s, and `ada` owns it no more. The next apply of `ada` will collide in turn.",
          de: "`force=true` nimmt das Feld: Der Wert wird der von `bob`, und `ada` gehört es nicht mehr. Das nächste Apply von `ada` stößt dann seinerseits an.",
        },
      ],
      hints: [{ en: "A parameter of the query forces it.", de: "Ein Parameter der Abfrage erzwingt es." }],
      checks: [
        {
          says: { en: "It is red", de: "Es ist rot" },
          ask: { method: "GET", path: MAP },
          status: 200,
          expect: [{ at: "/data/colour", equals: "red" }],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: `${MAP}?fieldManager=bob&force=true`,
          contentType: YAML,
          body: body({ shape: "round", colour: "red" }),
          status: 200,
        },
      ],
    },
  ],
};
