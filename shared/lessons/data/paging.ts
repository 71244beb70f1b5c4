import type { Lesson } from "../lesson.ts";

const MAPS = "/api/v1/namespaces/lesson-paging/configmaps";

/** Paging: all pages of a list show the state at one revision. */
export const paging: Lesson = {
  id: "paging",
  title: { en: "Paging a snapshot", de: "Einen Schnappschuss durchblättern" },
  summary: {
    en: "Read a list page by page, and see that all pages are of the same moment.",
    de: "Eine Liste seitenweise lesen und sehen, dass alle Seiten vom selben Augenblick sind.",
  },
  minutes: 5,
  namespace: "lesson-paging",
  setup: ["page-1", "page-2", "page-3", "page-4", "page-5"].map((name) => ({
    method: "POST" as const,
    path: MAPS,
    body: { metadata: { name } },
  })),
  cleanup: [],
  steps: [
    {
      id: "first",
      title: { en: "The first page", de: "Die erste Seite" },
      text: [
        {
          en: "With `limit` the server answers so many objects and a token, `metadata.continue`. `remainingItemCount` tells how many are left.",
          de: "Mit `limit` antwortet der Server mit so vielen Objekten und einem Merkzeichen, `metadata.continue`. `remainingItemCount` sagt, wie viele noch kommen.",
        },
        { en: "Read two ConfigMaps.", de: "Lesen Sie zwei ConfigMaps." },
      ],
      hints: [{ en: `The collection is \`${MAPS}\`.`, de: `Die Sammlung ist \`${MAPS}\`.` }],
      checks: [
        {
          says: { en: "You have a page with more to come", de: "Sie haben eine Seite, auf die weitere folgen" },
          seen: {
            method: "GET",
            path: "configmaps\\?.*limit=2",
            status: [200],
            answer: '"remainingItemCount":\\s*[1-9]',
          },
        },
      ],
      solution: [{ method: "GET", path: `${MAPS}?limit=2`, keep: { next: "/metadata/continue" }, status: 200 }],
    },
    {
      id: "late",
      title: { en: "Something comes in between", de: "Etwas kommt dazwischen" },
      text: [
        {
          en: "Create `page-4-late`, which belongs on a page you have not read yet.",
          de: "Legen Sie `page-4-late` an, das auf eine noch ungelesene Seite gehört.",
        },
      ],
      hints: [{ en: "It needs nothing but a name.", de: "Es braucht nur einen Namen." }],
      checks: [
        {
          says: { en: "`page-4-late` exists", de: "`page-4-late` gibt es" },
          ask: { method: "GET", path: `${MAPS}/page-4-late` },
          status: 200,
        },
      ],
      solution: [{ method: "POST", path: MAPS, body: { metadata: { name: "page-4-late" } }, status: 201 }],
    },
    {
      id: "next",
      title: { en: "The rest of that moment", de: "Der Rest jenes Augenblicks" },
      text: [
        {
          en: "The token holds the revision of the first page. Read the rest with `continue`: what came later is not in it, for all pages are of one moment.",
          de: "Das Merkzeichen enthält die Revision der ersten Seite. Lesen Sie den Rest mit `continue`: Was später kam, fehlt, denn alle Seiten sind von einem Augenblick.",
        },
      ],
      hints: [
        {
          en: "`?limit=10&continue=…` with the token as it is.",
          de: "`?limit=10&continue=…` mit dem Merkzeichen, wie es ist.",
        },
      ],
      checks: [
        {
          says: {
            en: "The rest holds `page-5` and not `page-4-late`",
            de: "Der Rest enthält `page-5` und nicht `page-4-late`",
          },
          seen: {
            method: "GET",
            path: "configmaps\\?.*continue=",
            status: [200],
            answer: '"name":\\s*"page-5"',
            lacks: '"name":\\s*"page-4-late"',
          },
        },
      ],
      solution: [{ method: "GET", path: `${MAPS}?limit=10&continue=$(next)`, status: 200 }],
    },
  ],
};
