import type { Lesson } from "../lesson.ts";

const MAPS = "/api/v1/namespaces/lesson-rbac/configmaps";
const GROUP = "rbac.authorization.{domain}";
const ROLES = `/apis/${GROUP}/v1/namespaces/lesson-rbac/roles`;
const BINDINGS = `/apis/${GROUP}/v1/namespaces/lesson-rbac/rolebindings`;
const USER = "lesson-learner";

const role = (name: string, apiGroup: string, resources: string[], verbs: string[]) => ({
  metadata: { name },
  rules: [{ apiGroups: [apiGroup], resources, verbs }],
});
const binding = (name: string) => ({
  metadata: { name },
  roleRef: { apiGroup: GROUP, kind: "Role", name },
  subjects: [{ apiGroup: GROUP, kind: "User", name: USER }],
});

/** RBAC, from no access up to the rule that users can only grant what they hold. */
export const rbac: Lesson = {
  id: "rbac",
  title: { en: "Rights, from zero", de: "Rechte, von null an" },
  summary: {
    en: "Give a user rights, and see why that user cannot give itself more.",
    de: "Einer Benutzerin Rechte geben und sehen, warum sie sich selbst keine weiteren geben kann.",
  },
  minutes: 10,
  namespace: "lesson-rbac",
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "nothing",
      title: { en: "Nothing is allowed", de: "Nichts ist erlaubt" },
      text: [
        {
          en: `Rights only add up; where nothing is granted, nothing is allowed. Acting as \`${USER}\`, list the ConfigMaps of \`lesson-rbac\`, and read the 403: it names user, verb, resource and place.`,
          de: `Rechte summieren sich nur; wo nichts gewährt ist, ist nichts erlaubt. Listen Sie als \`${USER}\` die ConfigMaps von \`lesson-rbac\` auf und lesen Sie die 403: Sie nennt, wer was womit wo wollte.`,
        },
      ],
      hints: [{ en: `Set “as user” to \`${USER}\`.`, de: `„Als Benutzer“ auf \`${USER}\` setzen.` }],
      checks: [
        {
          says: { en: "The learner was refused", de: "Der Lernenden wurde es verwehrt" },
          seen: { method: "GET", path: "lesson-rbac/configmaps", status: [403], as: USER },
        },
      ],
      solution: [{ method: "GET", path: MAPS, as: USER, status: 403 }],
    },
    {
      id: "grant",
      title: { en: "A role and a binding", de: "Rolle und Bindung" },
      text: [
        {
          en: "A Role says what may be done in its namespace; a RoleBinding says who may do it. Neither does anything alone.",
          de: "Eine Role sagt, was in ihrem Namespace getan werden darf; ein RoleBinding sagt, von wem. Allein bewirkt keines etwas.",
        },
        {
          en: `As yourself, create the Role \`reader\` (get and list ConfigMaps) and a RoleBinding for the user \`${USER}\`.`,
          de: `Legen Sie als Sie selbst die Role \`reader\` (ConfigMaps lesen und auflisten) und ein RoleBinding für \`${USER}\` an.`,
        },
      ],
      hints: [
        { en: `Roles are under \`${ROLES}\`.`, de: `Rollen liegen unter \`${ROLES}\`.` },
        { en: `Bindings are under \`${BINDINGS}\`.`, de: `Bindungen liegen unter \`${BINDINGS}\`.` },
      ],
      checks: [
        {
          says: { en: "The learner may list ConfigMaps now", de: "Die Lernende darf ConfigMaps nun auflisten" },
          ask: { method: "GET", path: MAPS, as: USER },
          status: 200,
        },
      ],
      solution: [
        { method: "POST", path: ROLES, body: role("reader", "", ["configmaps"], ["get", "list"]), status: 201 },
        { method: "POST", path: BINDINGS, body: binding("reader"), status: 201 },
      ],
    },
    {
      id: "maker",
      title: { en: "The right to make roles", de: "Das Recht, Rollen zu machen" },
      text: [
        {
          en: "Let the learner create Roles: a Role `maker` with the verb `create` on `roles`, and its binding.",
          de: "Lassen Sie die Lernende Rollen anlegen: eine Role `maker` mit dem Verb `create` auf `roles` und ihre Bindung.",
        },
      ],
      hints: [{ en: `The API group of roles is \`${GROUP}\`.`, de: `Die API-Gruppe der Rollen ist \`${GROUP}\`.` }],
      checks: [
        {
          says: { en: "The learner may create Roles", de: "Die Lernende darf Rollen anlegen" },
          ask: {
            method: "POST",
            path: "/apis/authorization.{domain}/v1/selfsubjectaccessreviews",
            as: USER,
            body: {
              spec: {
                resourceAttributes: { namespace: "lesson-rbac", verb: "create", group: GROUP, resource: "roles" },
              },
            },
          },
          status: 201,
          expect: [{ at: "/status/allowed", equals: true }],
        },
      ],
      solution: [
        { method: "POST", path: ROLES, body: role("maker", GROUP, ["roles"], ["create"]), status: 201 },
        { method: "POST", path: BINDINGS, body: binding("maker"), status: 201 },
      ],
    },
    {
      id: "escalate",
      title: { en: "You cannot grant more than you have", de: "Niemand gibt, was er nicht hat" },
      text: [
        {
          en: "As the learner, create a Role `greedy` that may get `secrets`. The server refuses: the writer of a role must hold everything that it grants.",
          de: "Legen Sie als Lernende eine Role `greedy` an, die `secrets` lesen darf. Der Server lehnt ab: Wer eine Rolle schreibt, muss alles haben, was sie gewährt.",
        },
      ],
      hints: [{ en: "Act as the learner again.", de: "Wieder als Lernende handeln." }],
      checks: [
        {
          says: { en: "The attempt to escalate was refused", de: "Der Versuch wurde verwehrt" },
          seen: { method: "POST", path: "lesson-rbac/roles", status: [403], as: USER, answer: "attempting to grant" },
        },
      ],
      solution: [
        { method: "POST", path: ROLES, as: USER, body: role("greedy", "", ["secrets"], ["get"]), status: 403 },
      ],
    },
    {
      id: "pass",
      title: { en: "You may pass on what you have", de: "Was man hat, darf man weitergeben" },
      text: [
        {
          en: "As the learner, create a Role `modest` that may get `configmaps`. That is within the learner's own rights.",
          de: "Legen Sie als Lernende eine Role `modest` an, die `configmaps` lesen darf. Das liegt in ihren eigenen Rechten.",
        },
      ],
      hints: [{ en: "Only the verb `get`, or `get` and `list`.", de: "Nur das Verb `get`, oder `get` und `list`." }],
      checks: [
        {
          says: { en: "`modest` exists", de: "`modest` gibt es" },
          ask: { method: "GET", path: `${ROLES}/modest` },
          status: 200,
        },
      ],
      solution: [
        { method: "POST", path: ROLES, as: USER, body: role("modest", "", ["configmaps"], ["get"]), status: 201 },
      ],
    },
  ],
};
