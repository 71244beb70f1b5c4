import type { Lesson } from "../lesson.ts";

const MAPS = "/api/v1/namespaces/lesson-objects/configmaps";

/** Objects, and how servers render them as tables. */
export const objects: Lesson = {
  id: "objects",
  title: { en: "Objects and Tables", de: "Objekte und Tabellen" },
  summary: {
    en: "Create an object, change it, and let the server show it as a table.",
    de: "Ein Objekt anlegen, ändern und vom Server als Tabelle zeigen lassen.",
  },
  minutes: 5,
  namespace: "lesson-objects",
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "create",
      title: { en: "Create an object", de: "Ein Objekt anlegen" },
      text: [
        {
          en: "Everything in a cluster is an object with a kind, a name and, mostly, a namespace. A `POST` to the collection creates one; the server adds a `uid`, a `resourceVersion` and the time.",
          de: "Alles in einem Cluster ist ein Objekt mit Art, Namen und meist einem Namespace. Ein `POST` an die Sammlung legt eines an; der Server ergänzt `uid`, `resourceVersion` und die Zeit.",
        },
        {
          en: "Create the ConfigMap `first` in `lesson-objects` whose data says `colour: blue`.",
          de: "Legen Sie in `lesson-objects` die ConfigMap `first` an, in deren Daten `colour: blue` steht.",
        },
      ],
      hints: [
        { en: `The collection is \`${MAPS}\`.`, de: `Die Sammlung ist \`${MAPS}\`.` },
        {
          en: "The body is the object as JSON, with its name in `metadata`. The members of `data` are strings.",
          de: "Der Inhalt ist das Objekt als JSON, mit seinem Namen in `metadata`. Die Einträge in `data` sind Zeichenketten.",
        },
      ],
      checks: [
        {
          says: { en: "`first` exists, and is blue", de: "`first` gibt es, und es ist blau" },
          ask: { method: "GET", path: `${MAPS}/first` },
          status: 200,
          expect: [{ at: "/data/colour", equals: "blue" }],
        },
      ],
      solution: [
        {
          method: "POST",
          path: MAPS,
          body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "first" }, data: { colour: "blue" } },
          status: 201,
        },
      ],
    },
    {
      id: "label",
      title: { en: "Label it", de: "Ein Label anbringen" },
      text: [
        {
          en: "A merge patch names only what shall change. Labels are what selectors find objects by.",
          de: "Ein Merge-Patch nennt nur, was sich ändern soll. Labels sind das, woran Selektoren Objekte finden.",
        },
        { en: "Give `first` the label `season=summer`.", de: "Geben Sie `first` das Label `season=summer`." },
      ],
      hints: [
        {
          en: "`PATCH` with the content type `application/merge-patch+json`.",
          de: "`PATCH` mit dem Inhaltstyp `application/merge-patch+json`.",
        },
      ],
      checks: [
        {
          says: { en: "The selector `season=summer` finds it", de: "Der Selektor `season=summer` findet es" },
          ask: { method: "GET", path: `${MAPS}?labelSelector=season%3Dsummer` },
          status: 200,
          expect: [{ at: "/items/0/metadata/name", equals: "first" }],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: `${MAPS}/first`,
          contentType: "application/merge-patch+json",
          body: { metadata: { labels: { season: "summer" } } },
          status: 200,
        },
      ],
    },
    {
      id: "table",
      title: { en: "Ask for a table", de: "Nach einer Tabelle fragen" },
      text: [
        {
          en: "Clients do not know the columns of every kind: the server does. A client that asks for a `Table` in the `Accept` header gets columns and cells.",
          de: "Clients kennen die Spalten nicht jeder Art: der Server kennt sie. Wer im Kopf `Accept` eine `Table` verlangt, bekommt Spalten und Zellen.",
        },
        { en: "List the ConfigMaps as a table.", de: "Listen Sie die ConfigMaps als Tabelle auf." },
      ],
      hints: [
        {
          en: "`Accept: application/json;as=Table;v=v1;g=meta.{domain}`",
          de: "`Accept: application/json;as=Table;v=v1;g=meta.{domain}`",
        },
      ],
      checks: [
        {
          says: { en: "You have seen the list as a Table", de: "Sie haben die Liste als Tabelle gesehen" },
          seen: {
            method: "GET",
            path: "/namespaces/lesson-objects/configmaps",
            status: [200],
            answer: '"kind":\\s*"Table"',
          },
        },
      ],
      solution: [{ method: "GET", path: MAPS, accept: "application/json;as=Table;v=v1;g=meta.{domain}", status: 200 }],
    },
  ],
};
