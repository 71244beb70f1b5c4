import type { Lesson } from "../lesson.ts";

const MAPS = "/api/v1/namespaces/lesson-finalizers/configmaps";
const HELD = `${MAPS}/held`;
const MERGE = "application/merge-patch+json";

/** Finalizers: deletion in two phases. */
export const finalizers: Lesson = {
  id: "finalizers",
  title: { en: "Finalizers and deletion", de: "Finalizer und Löschen" },
  summary: {
    en: "Hold an object back from deletion, and let it go.",
    de: "Ein Objekt vom Löschen zurückhalten und es gehen lassen.",
  },
  minutes: 5,
  namespace: "lesson-finalizers",
  setup: [],
  cleanup: [{ method: "PATCH", path: HELD, contentType: MERGE, body: { metadata: { finalizers: null } } }],
  steps: [
    {
      id: "hold",
      title: { en: "Hold it", de: "Festhalten" },
      text: [
        {
          en: "A finalizer is a name in `metadata.finalizers`: a controller wants to clean up before the object goes.",
          de: "Ein Finalizer ist ein Name in `metadata.finalizers`: Ein Controller will aufräumen, bevor das Objekt geht.",
        },
        {
          en: "Create the ConfigMap `held` with the finalizer `lessons.example/hold`.",
          de: "Legen Sie die ConfigMap `held` mit dem Finalizer `lessons.example/hold` an.",
        },
      ],
      hints: [
        {
          en: "`finalizers` is a list of names, beside `name`.",
          de: "`finalizers` ist eine Liste von Namen, neben `name`.",
        },
      ],
      checks: [
        {
          says: { en: "`held` was created with its finalizer", de: "`held` wurde mit dem Finalizer angelegt" },
          seen: { method: "POST", path: "lesson-finalizers/configmaps", status: [201], answer: "lessons.example/hold" },
        },
      ],
      solution: [
        {
          method: "POST",
          path: MAPS,
          body: { metadata: { name: "held", finalizers: ["lessons.example/hold"] } },
          status: 201,
        },
      ],
    },
    {
      id: "delete",
      title: { en: "Ask for its deletion", de: "Um das Löschen bitten" },
      text: [
        {
          en: "Delete `held`. The server accepts, but the object stays: only `deletionTimestamp` appears. From now on it is going.",
          de: "Löschen Sie `held`. Der Server nimmt an, aber das Objekt bleibt: Nur `deletionTimestamp` kommt hinzu. Von nun an geht es.",
        },
      ],
      hints: [{ en: `The object is at \`${HELD}\`.`, de: `Das Objekt liegt unter \`${HELD}\`.` }],
      checks: [
        {
          says: {
            en: "The deletion was accepted, the object remained",
            de: "Das Löschen wurde angenommen, das Objekt blieb",
          },
          seen: { method: "DELETE", path: "/configmaps/held", status: [200], answer: "deletionTimestamp" },
        },
      ],
      solution: [{ method: "DELETE", path: HELD, status: 200 }],
    },
    {
      id: "noMore",
      title: { en: "No new reasons to stay", de: "Keine neuen Gründe zu bleiben" },
      text: [
        {
          en: "What is being deleted may lose finalizers, but gain none. Try to add `lessons.example/more`, and read the refusal.",
          de: "Was gelöscht wird, darf Finalizer verlieren, aber keine bekommen. Versuchen Sie, `lessons.example/more` hinzuzufügen, und lesen Sie die Ablehnung.",
        },
      ],
      hints: [
        {
          en: "Patch `metadata.finalizers` to a list of both.",
          de: "`metadata.finalizers` auf eine Liste aus beiden setzen.",
        },
      ],
      checks: [
        {
          says: { en: "The server refused with 422", de: "Der Server lehnte mit 422 ab" },
          seen: { method: "PATCH", path: "/configmaps/held", status: [422], answer: "finalizers" },
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: HELD,
          contentType: MERGE,
          body: { metadata: { finalizers: ["lessons.example/hold", "lessons.example/more"] } },
          status: 422,
        },
      ],
    },
    {
      id: "release",
      title: { en: "Let it go", de: "Gehen lassen" },
      text: [
        {
          en: "Remove the finalizer. The write that removes the last one deletes the object.",
          de: "Entfernen Sie den Finalizer. Die Änderung, die den letzten entfernt, löscht das Objekt.",
        },
      ],
      hints: [
        {
          en: "In a merge patch, `null` removes a member.",
          de: "In einem Merge-Patch entfernt `null` einen Eintrag.",
        },
      ],
      checks: [
        {
          says: { en: "`held` no longer exists", de: "`held` gibt es nicht mehr" },
          ask: { method: "GET", path: HELD },
          status: 404,
        },
      ],
      solution: [
        { method: "PATCH", path: HELD, contentType: MERGE, body: { metadata: { finalizers: null } }, status: 200 },
      ],
    },
  ],
};
