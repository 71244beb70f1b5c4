import type { HealthCheck } from "../../../ground/observability/healthCheck.ts";
import type { ObserveHealthCheck } from "../../../ground/observability/metrics/healthMetrics.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { notFoundPage, plainText } from "../../../ground/request/plainText.ts";
import type { Quirks } from "../../../ground/settings/quirks.ts";

/** The three health endpoints and the checks of each. */
export interface HealthChecks {
  readonly livez: readonly HealthCheck[];
  readonly readyz: readonly HealthCheck[];
  readonly healthz: readonly HealthCheck[];
}

type Endpoint = keyof HealthChecks;

/**
 * `/livez`, `/readyz`, `/healthz` and `/<endpoint>/<check>`: `ok`, or 500 with the failed checks. The caller logs the
 * reasons, but they are never sent: probes may be anonymous.
 * @param observe called with the result of each check when all checks of an endpoint are run
 */
export async function health(
  checks: HealthChecks,
  context: RequestContext,
  quirks: Quirks,
  observe: ObserveHealthCheck,
): Promise<Answer> {
  const [endpoint = "livez", ...rest] = context.path.split("/").filter((segment) => segment !== "");
  const all = checks[endpoint as Endpoint];
  const wanted = rest.join("/");
  if (wanted !== "") {
    const check = all.find(({ name }) => name === wanted);
    if (check === undefined) return notFoundPage();
    return (await run(check)) ? plainText("ok") : plainText("internal server error: check failed\n", 500);
  }
  const excluded = new Set(context.query.getAll("exclude").filter((name) => name !== ""));
  const lines: string[] = [];
  const failed: string[] = [];
  // Several checks wait for the store, which answers a busy server's calls one after the other.
  const running = all.map((check) => ({ check, result: excluded.has(check.name) ? undefined : run(check) }));
  for (const { check, result } of running) {
    if (result === undefined) {
      excluded.delete(check.name);
      lines.push(`[+]${check.name} excluded: ok`);
      continue;
    }
    const healthy = await result;
    observe(check.name, endpoint, healthy);
    if (healthy) {
      lines.push(`[+]${check.name} ok`);
    } else {
      lines.push(`[-]${check.name} failed: reason withheld`);
      failed.push(check.name);
    }
  }
  if (excluded.size > 0) {
    const names = [...excluded].map((name) => JSON.stringify(name)).join(", ");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  if (failed.length > 0) return plainText(`${lines.join("\n")}\n${endpoint} check failed\n`, 500);
  if (!context.query.has("verbose")) return plainText("ok");
  const title = quirks.follows("healthNamesEndpoint") ? endpoint : "healthz";
  return plainText(`${lines.join("\n")}\n${title} check passed\n`);
}

async function run(check: HealthCheck): Promise<boolean> {
  try {
    return await check.healthy();
  } catch {
    return false;
  }
}
