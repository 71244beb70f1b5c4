import { WebhookError } from "../../access/webhook/webhookError.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { ApiServices } from "./apiServices.ts";
import { fetchDocument } from "./fetchDocument.ts";
import { readJson } from "./readJson.ts";
import type { RemoteApi } from "./remoteApi.ts";
import { RemoteChecks } from "./remoteChecks.ts";
import { type RemoteSpec, readSpec } from "./remoteSpec.ts";

export interface RemoteOpenApiParts {
  readonly apiServices: ApiServices;
  readonly timers: Timers;
  onError(error: unknown, name: string): void;
}

/** The OpenAPI documents known for a group version. */
interface Known {
  /** Signature of the server that they came from. */
  readonly signature: string;
  readonly spec: RemoteSpec | undefined;
  readonly specTag: string | undefined;
  /** Link to its version 3 document; undefined when it has none. */
  readonly link: string | undefined;
}

const IDENTITY: Identity = { username: "system:aggregator", groups: [], extra: {} };
/** Maximum bytes of a document; longer documents are refused. */
const SPEC_LIMIT = 16 * 1024 * 1024;
const INDEX_LIMIT = 1024 * 1024;
/** Timeout for a document, in milliseconds. */
const TIME = 30_000;

/**
 * The OpenAPI documents of extension servers, fetched in the background. The last answer of a server is used until it
 * gives another one.
 */
export class RemoteOpenApi {
  readonly #apiServices: ApiServices;
  readonly #known = new Map<string, Known>();
  readonly #checks: RemoteChecks;

  constructor({ apiServices, timers, onError }: RemoteOpenApiParts) {
    this.#apiServices = apiServices;
    this.#checks = new RemoteChecks({
      apiServices,
      timers,
      onError,
      check: (remote, signal) => this.#check(remote, signal),
      forget: (name) => void this.#known.delete(name),
    });
  }

  /** What the version 2 document merges in for a group version; undefined when nothing is known. */
  spec({ name }: RemoteApi): RemoteSpec | undefined {
    return this.#known.get(name)?.spec;
  }

  /** The link to the version 3 document, as the other server gives it. */
  link({ name }: RemoteApi): string | undefined {
    return this.#known.get(name)?.link;
  }

  stop(): Promise<void> {
    return this.#checks.stop();
  }

  async #check(remote: RemoteApi, signal: AbortSignal): Promise<void> {
    const stored = this.#known.get(remote.name);
    const { signature } = remote.service;
    const known = stored?.signature === signature ? stored : undefined;
    const [spec, link] = await Promise.allSettled([this.#spec(remote, known, signal), this.#link(remote, signal)]);
    const next: Known = {
      signature,
      ...(spec.status === "fulfilled" ? spec.value : { spec: known?.spec, specTag: known?.specTag }),
      link: link.status === "fulfilled" ? link.value : known?.link,
    };
    this.#known.set(remote.name, next);
    if (stored?.spec !== next.spec || stored?.link !== next.link) this.#apiServices.touch();
    for (const result of [spec, link]) if (result.status === "rejected") throw result.reason;
  }

  async #spec(
    { group, service }: RemoteApi,
    known: Known | undefined,
    signal: AbortSignal,
  ): Promise<Pick<Known, "spec" | "specTag">> {
    const answer = await fetchDocument(service, "/openapi/v2", {
      identity: IDENTITY,
      accept: "application/json",
      known: known?.specTag,
      limit: SPEC_LIMIT,
      time: TIME,
      signal,
    });
    if (answer.status === 304 && known !== undefined) return known;
    // A server without a document adds nothing to the merged one.
    if (answer.status === 404) return { spec: undefined, specTag: undefined };
    if (answer.status !== 200) throw failed("/openapi/v2", answer.status);
    const spec = await inTurns(readSpec(await readJson(answer.bytes), group));
    return { spec, specTag: answer.etag };
  }

  async #link({ group, version, service }: RemoteApi, signal: AbortSignal): Promise<string | undefined> {
    const answer = await fetchDocument(service, ROOT, {
      identity: IDENTITY,
      accept: "application/json",
      limit: INDEX_LIMIT,
      time: TIME,
      signal,
    });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw failed(ROOT, answer.status);
    const { paths } = ((await readJson(answer.bytes)) ?? {}) as { paths?: Record<string, unknown> };
    const entry = paths?.[`apis/${group}/${version}`] as { serverRelativeURL?: unknown } | undefined;
    const link = entry?.serverRelativeURL;
    const own = `${ROOT}/apis/${group}/${version}`;
    return typeof link === "string" && (link === own || link.startsWith(`${own}?`)) ? link : undefined;
  }
}

const ROOT = "/openapi/v3";

const failed = (path: string, status: number): WebhookError =>
  new WebhookError("status", `failed to download ${path}: ${status}`, status);
