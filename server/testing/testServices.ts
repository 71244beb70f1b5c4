import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseRequestInfo } from "../../shared/requestInfo.ts";
import { createVocabulary } from "../../shared/vocabulary.ts";
import { alwaysAllow } from "../access/authorization/alwaysAllow.ts";
import { admissionChain } from "../api/registry/admission/chain.ts";
import type { AdmissionPlugin } from "../api/registry/admission/plugin.ts";
import { DelegatingPodAccess } from "../api/registry/podAccess.ts";
import { RemainingCounts } from "../api/registry/remainingCounts.ts";
import type { Resource } from "../api/registry/resource.ts";
import { type Services, writeContext } from "../api/registry/services.ts";
import type { WriteContext } from "../api/registry/strategy.ts";
import { WriteQueues } from "../api/registry/write/writeQueues.ts";
import { createApiEnablement } from "../api/resources/apiEnablement.ts";
import { buildCatalog } from "../api/resources/buildCatalog.ts";
import { createAllocators } from "../api/resources/core/services/allocators.ts";
import type { RequestContext } from "../ground/request/context.ts";
import type { Identity } from "../ground/rights/identity.ts";
import { createFeatureGates } from "../ground/settings/featureGates.ts";
import { AS_SPECIFIED } from "../ground/settings/quirks.ts";
import { loadSchema } from "../model/schema/schema.ts";
import { resolveTarget, type Target } from "../serving/endpoints/target.ts";
import { CacheHub } from "../store/cache/cacheHub.ts";
import { seenCommits } from "../store/cache/seenCommits.ts";
import { openSqliteStorage } from "../store/storage/sqlite/sqliteStorage.ts";
import { DEFAULT_OPTIONS } from "../whole/options/options.ts";
import { testedEngine } from "./testedEngine.ts";

export interface TestServices extends Services {
  /** Milliseconds since the epoch; only the test advances it. */
  readonly clock: { now: number };
  /** A served resource. @throws Error when it does not exist */
  resource(group: string, version: string, plural: string): Resource;
  /** The write context for strategies; warnings are collected in `warnings`. */
  write(namespace: string, dryRun?: boolean): WriteContext & { readonly warnings: string[] };
  target(context: RequestContext): Target;
  close(): Promise<void>;
}

export interface TestServicesOptions {
  /** As set by `--feature-gates`. */
  readonly featureGates?: Readonly<Record<string, string>>;
  /** As set by `--runtime-config`. */
  readonly runtimeConfig?: Readonly<Record<string, string>>;
  readonly plugins?: readonly AdmissionPlugin[];
  readonly retention?: number;
  readonly bookmarkInterval?: number;
  /** Called with errors that followers of changes throw; by default they surface as uncaught exceptions. */
  readonly onFollowerError?: (error: unknown) => void;
}

const raise = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/**
 * The environment of the endpoints without sockets, identities and controllers: a real store, real caches, all built-in
 * resources.
 */
export async function openTestServices(options: TestServicesOptions = {}): Promise<TestServices> {
  const clock = { now: Date.parse("2026-01-02T03:04:05Z") };
  const now = (): number => clock.now;
  const folder = await mkdtemp(join(tmpdir(), "orrery-unit-"));
  const storage = testedEngine(await openSqliteStorage({ file: join(folder, "store.db"), now }));
  const hub = new CacheHub(storage, {
    now,
    retention: options.retention ?? 300_000,
    onFollowerError: options.onFollowerError ?? raise,
  });
  await hub.start();
  const vocabulary = createVocabulary();
  const schema = loadSchema(vocabulary);
  const features = createFeatureGates(options.featureGates);
  const enablement = createApiEnablement(options.runtimeConfig ?? {}, vocabulary);
  const catalog = buildCatalog({ vocabulary, schema, hub, features, enablement });
  const services: Services = {
    vocabulary,
    schema,
    storage,
    store: seenCommits(storage, hub),
    podAccess: new DelegatingPodAccess(),
    computed: new Map(),
    remaining: new RemainingCounts(),
    writeQueues: new WriteQueues(),
    hub,
    catalog,
    authorizer: alwaysAllow,
    allocators: await createAllocators(DEFAULT_OPTIONS, hub),
    quirks: AS_SPECIFIED,
    features,
    admission: admissionChain(options.plugins ?? []),
    actions: new Map(),
    now,
    freshnessTimeout: 0,
    minWatchTime: 1_800_000,
    bookmarkInterval: options.bookmarkInterval ?? 60_000,
  };
  return {
    ...services,
    clock,
    resource: (group, version, plural) => {
      const resource = catalog.find(group, version, plural);
      if (resource === undefined) throw new Error(`${group}/${version} has no ${plural}`);
      return resource;
    },
    write: (namespace, dryRun = false) => {
      const context = testContext("POST", "/");
      return { ...writeContext(services, context, namespace, dryRun), warnings: context.warnings };
    },
    target: (context) => resolveTarget(services, context),
    async close() {
      hub.stop();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface TestContextOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly user?: Identity;
}

/** The context of a request that was never sent. */
export function testContext(method: string, url: string, options: TestContextOptions = {}): RequestContext {
  const [path = "", search = ""] = url.split("?");
  const query = new URLSearchParams(search);
  return {
    id: "test",
    method,
    path,
    query,
    headers: options.headers ?? {},
    info: parseRequestInfo(method, path, query),
    peerCertificates: [],
    remoteAddress: "127.0.0.1",
    webSocket: false,
    received: 0,
    signal: options.signal ?? new AbortController().signal,
    warnings: [],
    body: async () => Buffer.from(options.body ?? ""),
    user: options.user ?? { username: "tester", groups: [], extra: {} },
  };
}

/** The error that an action throws, or rejects with. @throws Error when it does neither */
export async function failure(action: () => unknown): Promise<{ code: number; reason: string; message: string }> {
  try {
    await action();
  } catch (error) {
    return error as { code: number; reason: string; message: string };
  }
  throw new Error("nothing was thrown");
}
