import type { TestAnswer } from "../server/testing/httpClient.ts";
import type { ApiServer } from "./apiServer.ts";
import type { Action, Operation, Result } from "./history.ts";
import type { Random } from "./random.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
/** Label of this test's configmaps. */
export const LABEL = "registers";

/** Maximum number of operations per object: only short histories can be checked. */
const OPERATIONS_PER_OBJECT = 60;
/** Number of objects in use at a time. */
const OBJECTS = 4;

/** A value whose write a server acknowledged, with its version. */
export interface Acknowledged {
  readonly name: string;
  readonly version: number;
  readonly value: string;
}

/** The operations of clients on configmaps, by name, and the acknowledged writes. */
export class Registers {
  readonly histories = new Map<string, Operation[]>();
  readonly acknowledged: Acknowledged[] = [];
  readonly counts = { answered: 0, unknown: 0 };
  #values = 0;
  #names: string[] = [];
  #objects = 0;

  /** Runs one operation on one of the objects at the given server, and records the outcome. */
  async act(client: number, server: ApiServer, random: Random): Promise<void> {
    if (random.chance(0.05)) return this.#list(client, server);
    const name = this.#choose(random);
    const known = this.#seen.get(`${client}/${name}`);
    const action = this.#action(random, known?.value);
    await this.#perform(client, server, name, action, known);
  }

  /** Reads every object once, as the last operation on each. @throws Error when there is no answer */
  async readAll(client: number, server: ApiServer): Promise<void> {
    for (const [name, history] of this.histories) {
      const before = history.length;
      await this.#perform(client, server, name, { type: "read" }, undefined);
      if (history.length === before) throw new Error(`the last read of ${name} was not answered`);
    }
  }

  /** Records a list as a read of each object in use. */
  async #list(client: number, server: ApiServer): Promise<void> {
    const names = [...this.#names];
    const invoked = performance.now();
    const { status, body } = await server.request("GET", `${MAPS}?labelSelector=test%3D${LABEL}`);
    if (status !== 200) return;
    const at = performance.now();
    const found = new Map(body.items.map((item) => [item.metadata.name, configMapValue(item)]));
    for (const name of names) {
      const value = found.get(name);
      const result: Result = value === undefined ? { type: "absent" } : { type: "done", value };
      this.histories.get(name)?.push({ client, action: { type: "read" }, invoked, outcome: { at, result } });
    }
    this.counts.answered += 1;
  }

  /** The last state of an object that a client saw. */
  readonly #seen = new Map<string, { readonly value: string; readonly object: TestAnswer["body"] }>();

  #choose(random: Random): string {
    this.#names = this.#names.filter((name) => (this.histories.get(name)?.length ?? 0) < OPERATIONS_PER_OBJECT);
    while (this.#names.length < OBJECTS) {
      const name = `register-${this.#objects++}`;
      this.#names.push(name);
      this.histories.set(name, []);
    }
    return random.of(this.#names);
  }

  #action(random: Random, known: string | undefined): Action {
    const value = `v${this.#values++}`;
    const kinds = ["read", "read", "create", "overwrite", "replace", "exchange", "remove", "removeThis"] as const;
    switch (random.of(kinds)) {
      case "read":
        return { type: "read" };
      case "create":
        return { type: "create", value };
      case "replace":
        return known === undefined ? { type: "read" } : { type: "replace", expected: known, value };
      case "exchange":
        return known === undefined ? { type: "read" } : { type: "replace", expected: known, value, tests: true };
      case "remove":
        return { type: "remove" };
      case "removeThis":
        return known === undefined ? { type: "overwrite", value } : { type: "remove", expected: known };
      default:
        return { type: "overwrite", value };
    }
  }

  async #perform(
    client: number,
    server: ApiServer,
    name: string,
    action: Action,
    known: { readonly object: TestAnswer["body"] } | undefined,
  ): Promise<void> {
    const invoked = performance.now();
    let result: Result | undefined;
    try {
      const answer = await send(server, name, action, known?.object);
      result = resultOf(answer, action);
      if (result?.type === "done") this.#note(client, name, action, answer);
    } catch {
      // No answer: the outcome is unknown.
    }
    const operation = { client, action, invoked };
    if (result === undefined) this.counts.unknown += 1;
    else this.counts.answered += 1;
    // A read without an answer had no effect.
    if (result === undefined && action.type === "read") return;
    const outcome = result === undefined ? {} : { outcome: { at: performance.now(), result } };
    this.histories.get(name)?.push({ ...operation, ...outcome });
  }

  #note(client: number, name: string, action: Action, { body }: TestAnswer): void {
    const key = `${client}/${name}`;
    if (action.type === "remove") {
      this.#seen.delete(key);
      return;
    }
    const value = configMapValue(body);
    if (value === undefined) return;
    this.#seen.set(key, { value, object: body });
    if (action.type !== "read") {
      this.acknowledged.push({ name, version: Number(body.metadata.resourceVersion), value });
    }
  }
}

/** The value in a configmap of this test. */
export const configMapValue = (object: object): string | undefined =>
  (object as { data?: { value?: string } }).data?.value;

function send(
  server: ApiServer,
  name: string,
  action: Action,
  known: TestAnswer["body"] | undefined,
): Promise<TestAnswer> {
  const path = `${MAPS}/${name}`;
  switch (action.type) {
    case "read":
      return server.request("GET", path);
    case "create": {
      const metadata = { name, labels: { test: LABEL } };
      return server.request("POST", MAPS, { body: { metadata, data: { value: action.value } } });
    }
    case "overwrite":
      return server.request("PATCH", path, {
        body: { data: { value: action.value } },
        headers: { "content-type": "application/merge-patch+json" },
      });
    case "replace":
      if (action.tests === true) {
        return server.request("PATCH", path, {
          body: [
            { op: "test", path: "/data/value", value: action.expected },
            { op: "replace", path: "/data/value", value: action.value },
          ],
          headers: { "content-type": "application/json-patch+json" },
        });
      }
      return server.request("PUT", path, { body: { ...known, data: { value: action.value } } });
    case "remove": {
      const { uid, resourceVersion } = known?.metadata ?? {};
      const preconditions = action.expected === undefined ? {} : { preconditions: { uid, resourceVersion } };
      return server.request("DELETE", path, { body: { kind: "DeleteOptions", apiVersion: "v1", ...preconditions } });
    }
  }
}

/** @returns undefined when the answer leaves the outcome open */
function resultOf({ status, body }: TestAnswer, action: Action): Result | undefined {
  if (status === 404) return { type: "absent" };
  // 422: the value differs from the one that the patch tests.
  if (status === 409 || status === 422) return { type: "refused" };
  if (status !== 200 && status !== 201) return undefined;
  const value = action.type === "read" ? configMapValue(body) : undefined;
  return { type: "done", ...(value === undefined ? {} : { value }) };
}
