import type { Lesson } from "../lesson.ts";

const MAPS = "/api/v1/namespaces/lesson-concurrency/configmaps";
const body = (count: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "counter", resourceVersion: "$(version)" },
  data: { count },
});

/** Optimistic concurrency: two writers, one object, nothing lost. */
export const concurrency: Lesson = {
  id: "concurrency",
  title: { en: "Two writers, one object", de: "Zwei Schreibende, ein Objekt" },
  summary: {
    en: "Lose a race, read the 409, and win it without losing the other change.",
    de: "Ein Rennen verlieren, die 409 lesen und gewinnen, ohne dass eine Änderung verloren geht.",
  },
  minutes: 6,
  namespace: "lesson-concurrency",
  setup: [{ method: "POST", path: MAPS, body: { metadata: { name: "counter" }, data: { count: "1" } } }],
  cleanup: [],
  steps: [
    {
      id: "read",
      title: { en: "Read it", de: "Lesen" },
      text: [
        {
          en: "Every object carries the `resourceVersion` of its last change. Read `counter` and remember it.",
          de: "Jedes Objekt trägt die `resourceVersion` seiner letzten Änderung. Lesen Sie `counter` und merken Sie sich diese.",
        },
      ],
      hints: [
        {
          en: `An object is at the path of its collection, \`${MAPS}\`, and its name.`,
          de: `Ein Objekt liegt unter dem Pfad seiner Sammlung, \`${MAPS}\`, und seinem Namen.`,
        },
      ],
      checks: [
        {
          says: { en: "You have read `counter`", de: "Sie haben `counter` gelesen" },
          seen: { method: "GET", path: "/configmaps/counter$", status: [200] },
        },
      ],
      solution: [
        { method: "GET", path: `${MAPS}/counter`, keep: { version: "/metadata/resourceVersion" }, status: 200 },
      ],
    },
    {
      id: "other",
      title: { en: "Another writer is faster", de: "Jemand anders ist schneller" },
      text: [
        {
          en: "Play the other writer: patch `count` to `2`. A patch without a `resourceVersion` asks no questions.",
          de: "Spielen Sie die anderen: Setzen Sie `count` per Patch auf `2`. Ein Patch ohne `resourceVersion` fragt nicht lange.",
        },
      ],
      hints: [
        {
          en: "A merge patch names only what changes. Data are strings: the number needs quotes.",
          de: "Ein Merge-Patch nennt nur, was sich ändert. Daten sind Zeichenketten: Die Zahl braucht Anführungszeichen.",
        },
      ],
      checks: [
        {
          says: { en: "`count` is no longer `1`", de: "`count` ist nicht mehr `1`" },
          seen: { method: "PATCH", path: "/configmaps/counter", status: [200], answer: '"count":\\s*"2"' },
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: `${MAPS}/counter`,
          contentType: "application/merge-patch+json",
          body: { data: { count: "2" } },
          status: 200,
        },
      ],
    },
    {
      id: "conflict",
      title: { en: "Lose the race", de: "Das Rennen verlieren" },
      text: [
        {
          en: "Now write the whole object with `PUT`, with the version you read first. The server refuses: what you saw is no longer what is there. Nothing is overwritten.",
          de: "Schreiben Sie nun das ganze Objekt mit `PUT` und der zuerst gelesenen Version. Der Server weist es ab: Was Sie sahen, ist nicht mehr da. Nichts wird überschrieben.",
        },
      ],
      hints: [
        {
          en: "Put the old `resourceVersion` into `metadata`. You want to see 409, reason `Conflict`.",
          de: "Die alte `resourceVersion` gehört in `metadata`. Zu sehen sein soll 409, Grund `Conflict`.",
        },
      ],
      checks: [
        {
          says: { en: "A `PUT` was answered with 409", de: "Ein `PUT` wurde mit 409 beantwortet" },
          seen: { method: "PUT", path: "/configmaps/counter", status: [409], answer: '"reason":\\s*"Conflict"' },
        },
      ],
      solution: [{ method: "PUT", path: `${MAPS}/counter`, body: body("10"), status: 409 }],
    },
    {
      id: "again",
      title: { en: "Read, change, write", de: "Lesen, ändern, schreiben" },
      text: [
        {
          en: "The way out is a loop: read again, make your change to what is there now, write. Count to `3`.",
          de: "Der Ausweg ist eine Schleife: neu lesen, das Jetzige ändern, schreiben. Zählen Sie auf `3`.",
        },
      ],
      hints: [
        {
          en: "`GET`, then `PUT` with the version you just read.",
          de: "`GET`, dann `PUT` mit der eben gelesenen Version.",
        },
      ],
      checks: [
        {
          says: { en: "`count` is `3`", de: "`count` ist `3`" },
          ask: { method: "GET", path: `${MAPS}/counter` },
          status: 200,
          expect: [{ at: "/data/count", equals: "3" }],
        },
      ],
      solution: [
        { method: "GET", path: `${MAPS}/counter`, keep: { version: "/metadata/resourceVersion" }, status: 200 },
        { method: "PUT", path: `${MAPS}/counter`, body: body("3"), status: 200 },
      ],
    },
  ],
};
