import { expect, vi } from "vitest";
import type { TestAnswer } from "../server/testing/httpClient.ts";
import type { ApiServer } from "./apiServer.ts";
import type { Random } from "./random.ts";

const SERVICES = "/api/v1/namespaces/default/services";
const COUNTED = "/api/v1/namespaces/counted/secrets";
/** Maximum number of objects of one kind that the quota allows in the namespace. */
const ALLOWED = 10;

/**
 * Creates the namespace whose secrets the quota counts. Resolves once the quota has a status: before that, it limits
 * nothing.
 */
export async function prepareQuota(server: ApiServer): Promise<void> {
  await expectStatus(201, server.request("POST", "/api/v1/namespaces", { body: { metadata: { name: "counted" } } }));
  const body = { metadata: { name: "few" }, spec: { hard: { "count/secrets": String(ALLOWED) } } };
  const quotas = "/api/v1/namespaces/counted/resourcequotas";
  await expectStatus(201, server.request("POST", quotas, { body }));
  await vi.waitFor(
    async () => {
      const quota = await server.request("GET", `${quotas}/few`);
      expect(quota.body["status"]).toMatchObject(body.spec);
    },
    { timeout: 30_000, interval: 50 },
  );
}

async function expectStatus(status: number, answering: Promise<TestAnswer>): Promise<void> {
  const answer = await answering;
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
}

/** Checks what must be unique or bounded: addresses and node ports of services, and the objects that a quota counts. */
export class Limits {
  readonly faults: string[] = [];
  readonly counts = { services: 0, secrets: 0, refused: 0 };
  #names = 0;

  /** Creates or deletes a service or a secret at a server, or checks all of them. */
  async act(server: ApiServer, random: Random): Promise<void> {
    const kind = random.of(["services", "secrets"] as const);
    const path = kind === "services" ? SERVICES : COUNTED;
    if (random.chance(0.2)) {
      await this.check(server);
      return;
    }
    if (random.chance(0.35)) return this.#removeOne(server, path, random);
    const name = `${kind}-${this.#names++}`;
    const spec = { type: "NodePort", ports: [{ port: 80 }] };
    const body = { metadata: { name }, ...(kind === "services" ? { spec } : {}) };
    const answer = await server.request("POST", path, { body });
    if (answer.status === 201) this.counts[kind] += 1;
    else this.counts.refused += 1;
  }

  /** Checks for duplicates and for more objects than allowed. @returns whether the servers answered */
  async check(server: ApiServer): Promise<boolean> {
    const [services, secrets] = [await server.request("GET", SERVICES), await server.request("GET", COUNTED)];
    if (services.status !== 200 || secrets.status !== 200) return false;
    if (secrets.body.items.length > ALLOWED) {
      this.faults.push(`${secrets.body.items.length} secrets where ${ALLOWED} are allowed`);
    }
    const taken = new Map<string, string>();
    for (const { metadata, spec } of services.body.items as unknown as Service[]) {
      for (const held of [spec.clusterIP, ...spec.ports.map(({ nodePort }) => nodePort)]) {
        if (held === undefined) continue;
        const other = taken.get(String(held));
        if (other !== undefined) this.faults.push(`${metadata.name} and ${other} both hold ${held}`);
        taken.set(String(held), metadata.name);
      }
    }
    return true;
  }

  async #removeOne(server: ApiServer, path: string, random: Random): Promise<void> {
    const { status, body } = await server.request("GET", path);
    const names = body.items.map(({ metadata }) => metadata.name ?? "").filter((name) => name !== "kubernetes");
    if (status !== 200 || names.length === 0) return;
    await server.request("DELETE", `${path}/${random.of(names)}`);
  }
}

interface Service {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly clusterIP?: string; readonly ports: readonly { readonly nodePort?: number }[] };
}
