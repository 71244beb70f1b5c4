import type { Lesson } from "../lesson.ts";

const MAPS = "/api/v1/namespaces/lesson-watch/configmaps";

/** Watches: starting at a list's resource version, with bookmarks, until the version has expired. */
export const watch: Lesson = {
  id: "watch",
  title: { en: "Watch, bookmarks and 410", de: "Watch, Lesezeichen und 410" },
  summary: {
    en: "List, watch from there, see bookmarks, and meet the end of the server's memory.",
    de: "Auflisten, von dort an beobachten, Lesezeichen sehen und das Ende des Gedächtnisses finden.",
  },
  minutes: 8,
  namespace: "lesson-watch",
  setup: [{ method: "POST", path: MAPS, body: { metadata: { name: "before" } } }],
  cleanup: [],
  steps: [
    {
      id: "list",
      title: { en: "List first", de: "Zuerst auflisten" },
      text: [
        {
          en: "A list says at which revision of the whole store it was made: `metadata.resourceVersion`. List the ConfigMaps, then create one called `spark`.",
          de: "Eine Liste sagt, bei welcher Revision des ganzen Speichers sie entstand: `metadata.resourceVersion`. Listen Sie die ConfigMaps auf, dann legen Sie `spark` an.",
        },
      ],
      hints: [{ en: `The collection is \`${MAPS}\`.`, de: `Die Sammlung ist \`${MAPS}\`.` }],
      checks: [
        {
          says: { en: "You have listed", de: "Sie haben aufgelistet" },
          seen: { method: "GET", path: "/lesson-watch/configmaps$", status: [200], answer: "ConfigMapList" },
        },
        {
          says: { en: "`spark` exists", de: "`spark` gibt es" },
          ask: { method: "GET", path: `${MAPS}/spark` },
          status: 200,
        },
      ],
      solution: [
        { method: "GET", path: MAPS, keep: { revision: "/metadata/resourceVersion" }, status: 200 },
        { method: "POST", path: MAPS, body: { metadata: { name: "spark" } }, status: 201 },
      ],
    },
    {
      id: "watch",
      title: { en: "Watch from there", de: "Von dort an beobachten" },
      text: [
        {
          en: "A watch from the list's revision brings everything that happened since, and nothing twice. `timeoutSeconds` ends it.",
          de: "Ein Watch ab der Revision der Liste bringt alles, was seither geschah, und nichts doppelt. `timeoutSeconds` beendet ihn.",
        },
        {
          en: "Watch from the revision of your list; the creation of `spark` must come.",
          de: "Beobachten Sie ab der Revision Ihrer Liste; das Anlegen von `spark` muss kommen.",
        },
      ],
      hints: [
        {
          en: "`?watch=true&resourceVersion=…&timeoutSeconds=2`",
          de: "`?watch=true&resourceVersion=…&timeoutSeconds=2`",
        },
      ],
      checks: [
        {
          says: {
            en: "A watch told you of `spark`, not of `before`",
            de: "Ein Watch hat `spark` gemeldet, `before` nicht",
          },
          seen: {
            method: "GET",
            path: "configmaps\\?.*watch=(true|1)",
            status: [200],
            answer: '"type":"ADDED".*"name":"spark"',
            lacks: '"name":"before"',
          },
        },
      ],
      solution: [
        { method: "GET", path: `${MAPS}?watch=true&resourceVersion=$(revision)&timeoutSeconds=2`, status: 200 },
      ],
    },
    {
      id: "bookmark",
      title: { en: "List and watch in one", de: "Liste und Watch in einem" },
      text: [
        {
          en: "A bookmark moves the revision on without an event, so that a quiet watch can resume. With `sendInitialEvents=true` the server sends what exists, and then a bookmark that says: that was all.",
          de: "Ein Lesezeichen rückt die Revision ohne Event vor, damit auch ein stiller Watch fortgesetzt werden kann. Mit `sendInitialEvents=true` sendet der Server das Vorhandene und dann ein Lesezeichen: das war alles.",
        },
      ],
      hints: [
        {
          en: "It also needs `allowWatchBookmarks=true` and `resourceVersionMatch=NotOlderThan`.",
          de: "Dazu gehören `allowWatchBookmarks=true` und `resourceVersionMatch=NotOlderThan`.",
        },
      ],
      checks: [
        {
          says: { en: "A bookmark ended the initial events", de: "Ein Lesezeichen beendete die Anfangs-Events" },
          seen: {
            method: "GET",
            path: "sendInitialEvents=true",
            status: [200],
            answer: '"type":"BOOKMARK".*initial-events-end',
          },
        },
      ],
      solution: [
        {
          method: "GET",
          path: `${MAPS}?watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=2`,
          status: 200,
        },
      ],
    },
    {
      id: "expired",
      title: { en: "The end of memory", de: "Das Ende des Gedächtnisses" },
      text: [
        {
          en: "Servers forget: a few minutes after a change, the server no longer keeps the state before it. A client that asks for it gets 410 `Expired` and must list again. That is why clients list and watch in a loop.",
          de: "Server vergessen: Einige Minuten nach einer Änderung ist der Stand davor verloren. Wer danach fragt, bekommt 410 `Expired` und muss neu auflisten. Darum listen und beobachten Clients in einer Schleife.",
        },
        {
          en: "Ask for the list exactly at revision 1. A server that has run for over five minutes says 410; a younger one still remembers, and answers an empty list.",
          de: "Fragen Sie nach der Liste genau bei Revision 1. Ein Server, der länger als fünf Minuten läuft, sagt 410; ein jüngerer weiß es noch und antwortet mit einer leeren Liste.",
        },
      ],
      hints: [
        {
          en: "`?resourceVersion=1&resourceVersionMatch=Exact`",
          de: "`?resourceVersion=1&resourceVersionMatch=Exact`",
        },
      ],
      checks: [
        {
          says: { en: "You asked for revision 1", de: "Sie haben nach Revision 1 gefragt" },
          seen: { method: "GET", path: "resourceVersion=1(&|$)", status: [410, 200], lacks: '"name":"spark"' },
        },
      ],
      solution: [{ method: "GET", path: `${MAPS}?resourceVersion=1&resourceVersionMatch=Exact`, status: 200 }],
    },
  ],
};
