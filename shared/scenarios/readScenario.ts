/**
 * Reads a scenario that a user wrote. All of it is untrusted input: it is validated and bounded, and errors include the
 * path.
 */
import type {
  Expectation,
  LessonRequest,
  LessonStep,
  LessonText,
  SolutionRequest,
  StateCheck,
} from "../lessons/lesson.ts";
import type { Manifest } from "../manifests/manifest.ts";
import type { Scenario } from "./scenario.ts";

/** A validation error of a scenario with its path: `steps[0].checks[1].get: must be a text`. */
export class ScenarioError extends Error {}

const MAX_STEPS = 50;
const MAX_ITEMS = 200;
const LONGEST_TEXT = 10_000;
const NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a scenario from a file; see docs/scenarios.md for an example.
 *
 * @param value parsed content of the file
 * @throws ScenarioError
 */
export function readScenario(value: unknown): Scenario {
  const fields = objectAt(value, "the file");
  refuseUnknown(fields, "", "id title summary minutes namespace nodes manifests begins setup cleanup steps");
  const id = nameAt(fields["id"], "id");
  const namespace = nameAt(fields["namespace"] ?? `scenario-${id}`, "namespace");
  const steps = listAt(fields["steps"], "steps", MAX_STEPS).map((step, i) => readStep(step, `steps[${i}]`, i));
  if (steps.length === 0) throw new ScenarioError("steps: must have one step at least");
  return {
    id,
    title: textAt(fields["title"], "title"),
    summary: textAt(fields["summary"] ?? "", "summary"),
    minutes: numberAt(fields["minutes"] ?? 10, "minutes", 1000),
    nodes: numberAt(fields["nodes"] ?? 0, "nodes", 5000),
    namespace,
    manifests: listAt(fields["manifests"] ?? [], "manifests").map((each, i) => readManifest(each, `manifests[${i}]`)),
    begins: listAt(fields["begins"] ?? [], "begins").map((each, i) => readCheck(each, `begins[${i}]`)),
    setup: requestsAt(fields["setup"], "setup"),
    cleanup: requestsAt(fields["cleanup"], "cleanup"),
    steps,
  };
}

function readStep(value: unknown, at: string, index: number): LessonStep {
  const fields = objectAt(value, at);
  refuseUnknown(fields, at, "id title text hints checks solution");
  const texts = (name: string): LessonText[] =>
    listAt(fields[name] ?? [], `${at}.${name}`).map((each, i) => textAt(each, `${at}.${name}[${i}]`));
  const checks = listAt(fields["checks"], `${at}.checks`).map((each, i) => readCheck(each, `${at}.checks[${i}]`));
  if (checks.length === 0) throw new ScenarioError(`${at}.checks: must have one check at least`);
  return {
    id: nameAt(fields["id"] ?? `step-${index + 1}`, `${at}.id`),
    title: textAt(fields["title"], `${at}.title`),
    text: texts("text"),
    hints: texts("hints"),
    checks,
    solution: listAt(fields["solution"] ?? [], `${at}.solution`).map((each, i): SolutionRequest => {
      const place = `${at}.solution[${i}]`;
      const own = objectAt(each, place);
      const { status = 200, ...request } = own;
      return { ...readRequest(request, place), status: numberAt(status, `${place}.status`, 599) };
    }),
  };
}

function readCheck(value: unknown, at: string): StateCheck {
  const fields = objectAt(value, at);
  refuseUnknown(fields, at, "says get status expect");
  return {
    says: textAt(fields["says"], `${at}.says`),
    ask: { method: "GET", path: pathAt(fields["get"], `${at}.get`) },
    status: numberAt(fields["status"] ?? 200, `${at}.status`, 599),
    expect: listAt(fields["expect"] ?? [], `${at}.expect`).map((each, i) =>
      readExpectation(each, `${at}.expect[${i}]`),
    ),
  };
}

function readExpectation(value: unknown, at: string): Expectation {
  const fields = objectAt(value, at);
  refuseUnknown(fields, at, "at equals atLeast atMost matches count exists");
  const pointer = stringAt(fields["at"], `${at}.at`);
  if (!pointer.startsWith("/")) throw new ScenarioError(`${at}.at: must be a JSON pointer, which begins with a slash`);
  const matches = fields["matches"];
  if (matches !== undefined) checkPattern(stringAt(matches, `${at}.matches`), `${at}.matches`);
  for (const name of ["atLeast", "atMost", "count"]) {
    if (fields[name] !== undefined && typeof fields[name] !== "number")
      throw new ScenarioError(`${at}.${name}: must be a number`);
  }
  if (fields["exists"] !== undefined && typeof fields["exists"] !== "boolean") {
    throw new ScenarioError(`${at}.exists: must be true or false`);
  }
  return { ...fields, at: pointer } as Expectation;
}

/** Patterns are matched against server responses: those that could run forever are refused. */
function checkPattern(pattern: string, at: string): void {
  if (pattern.length > 200 || /[+*}][^|]*\)[+*{]/.test(pattern)) {
    throw new ScenarioError(`${at}: must have at most 200 characters, and no repetition of a repetition`);
  }
  try {
    new RegExp(pattern);
  } catch {
    throw new ScenarioError(`${at}: is no regular expression`);
  }
}

function readManifest(value: unknown, at: string): Manifest {
  const fields = objectAt(value, at);
  const metadata = objectAt(fields["metadata"], `${at}.metadata`);
  stringAt(fields["apiVersion"], `${at}.apiVersion`);
  stringAt(fields["kind"], `${at}.kind`);
  stringAt(metadata["name"], `${at}.metadata.name`);
  return fields as unknown as Manifest;
}

const requestsAt = (value: unknown, at: string): LessonRequest[] =>
  listAt(value ?? [], at).map((each, i) => readRequest(each, `${at}[${i}]`));

function readRequest(value: unknown, at: string): LessonRequest {
  const fields = objectAt(value, at);
  refuseUnknown(fields, at, "method path accept contentType body as keep");
  const method = METHODS.find((each) => each === fields["method"]);
  if (method === undefined) throw new ScenarioError(`${at}.method: must be one of ${METHODS.join(", ")}`);
  for (const name of ["accept", "contentType", "as"])
    if (fields[name] !== undefined) stringAt(fields[name], `${at}.${name}`);
  const keep = objectAt(fields["keep"] ?? {}, `${at}.keep`);
  for (const [name, pointer] of Object.entries(keep)) stringAt(pointer, `${at}.keep.${name}`);
  return { ...fields, method, path: pathAt(fields["path"], `${at}.path`) } as LessonRequest;
}

/** A path on the server that the scenario is played on, and on no other server. */
function pathAt(value: unknown, at: string): string {
  const path = stringAt(value, at);
  if (!/^\/(api|apis|simulation)\//.test(path)) {
    throw new ScenarioError(`${at}: must be a path of the API, below /api/, /apis/ or /simulation/`);
  }
  return path;
}

function textAt(value: unknown, at: string): LessonText {
  if (typeof value === "string") {
    const text = stringAt(value, at);
    return { en: text, de: text };
  }
  const { en, de } = objectAt(value, at);
  const english = stringAt(en, `${at}.en`);
  return { en: english, de: de === undefined ? english : stringAt(de, `${at}.de`) };
}

function stringAt(value: unknown, at: string): string {
  if (typeof value !== "string") throw new ScenarioError(`${at}: must be a text`);
  if (value.length > LONGEST_TEXT) throw new ScenarioError(`${at}: must have at most ${LONGEST_TEXT} characters`);
  return value;
}

function nameAt(value: unknown, at: string): string {
  const name = stringAt(value, at);
  if (!NAME.test(name)) throw new ScenarioError(`${at}: must have lower-case letters, digits and dashes, at most 63`);
  return name;
}

function numberAt(value: unknown, at: string, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new ScenarioError(`${at}: must be a whole number, at most ${most}`);
}

function listAt(value: unknown, at: string, most = MAX_ITEMS): readonly unknown[] {
  if (!Array.isArray(value)) throw new ScenarioError(`${at}: must be a list`);
  if (value.length > most) throw new ScenarioError(`${at}: must have at most ${most} entries`);
  return value;
}

function objectAt(value: unknown, at: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ScenarioError(`${at}: must have fields`);
}

function refuseUnknown(fields: Fields, at: string, known: string): void {
  const names = known.split(" ");
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new ScenarioError(`${at === "" ? "" : `${at}.`}${unknown}: is no field; there are ${names.join(", ")}`);
  }
}
