import { describe, expect, it } from "vitest";
import { type HealthCheck, ping } from "../../../ground/observability/healthCheck.ts";
import type { FullAnswer } from "../../../ground/request/context.ts";
import { AS_REFERENCE } from "../../../ground/settings/quirks.ts";
import { testContext } from "../../../testing/testServices.ts";
import { type HealthChecks, health } from "./health.ts";

const broken: HealthCheck = {
  name: "broken",
  healthy: () => {
    throw new Error("secret reason");
  },
};
const slow: HealthCheck = { name: "hooks/slow", healthy: async () => true };
const checks: HealthChecks = { livez: [ping, slow], readyz: [ping, broken], healthz: [ping] };
const seen: [name: string, endpoint: string, healthy: boolean][] = [];
const ask = async (url: string): Promise<[number, string]> => {
  seen.length = 0;
  const answer = await health(checks, testContext("GET", url), AS_REFERENCE, (...check) => void seen.push(check));
  const { status, body } = answer as FullAnswer;
  return [status, String(body)];
};

describe("health", () => {
  it('responds with "ok", or lists each check when verbose', async () => {
    expect(await ask("/livez")).toEqual([200, "ok"]);
    expect(await ask("/livez?verbose")).toEqual([200, "[+]ping ok\n[+]hooks/slow ok\nlivez check passed\n"]);
  });

  it("lists failed checks without their reasons", async () => {
    const failed = "[+]ping ok\n[-]broken failed: reason withheld\nreadyz check failed\n";
    expect(await ask("/readyz")).toEqual([500, failed]);
    expect(await ask("/readyz?verbose=true")).toEqual([500, failed]);
  });

  it("skips excluded checks, and warns of unknown exclusions", async () => {
    expect(await ask("/readyz?exclude=broken")).toEqual([200, "ok"]);
    expect(await ask("/readyz?exclude=broken&verbose")).toEqual([
      200,
      "[+]ping ok\n[+]broken excluded: ok\nreadyz check passed\n",
    ]);
    expect((await ask("/livez?exclude=x&exclude=&verbose"))[1]).toContain(
      'warn: some health checks cannot be excluded: no matches for "x"\n',
    );
  });

  it("runs its checks at the same time", async () => {
    let started = 0;
    let startAll: (() => void) | undefined;
    const allStarted = new Promise<void>((resolve) => {
      startAll = resolve;
    });
    const waiting = ["one", "two", "three"].map(
      (name): HealthCheck => ({
        name,
        async healthy() {
          if (++started === 3) startAll?.();
          await allStarted;
          return true;
        },
      }),
    );
    const names: string[] = [];
    const answer = await health({ ...checks, readyz: waiting }, testContext("GET", "/readyz"), AS_REFERENCE, (name) => {
      names.push(name);
    });
    expect((answer as FullAnswer).status).toBe(200);
    expect(names).toEqual(["one", "two", "three"]);
  });

  it("runs a single check by name, also with slashes in it", async () => {
    expect(await ask("/livez/ping")).toEqual([200, "ok"]);
    expect(await ask("/livez/hooks/slow")).toEqual([200, "ok"]);
    expect((await ask("/readyz/broken"))[0]).toBe(500);
    expect((await ask("/readyz/broken"))[1]).not.toContain("secret");
    expect((await ask("/healthz/broken"))[0]).toBe(404);
  });

  it("reports the result of every check of an endpoint, except of excluded and single ones", async () => {
    await ask("/readyz");
    expect(seen).toEqual([
      ["ping", "readyz", true],
      ["broken", "readyz", false],
    ]);
    await ask("/livez?exclude=ping");
    expect(seen).toEqual([["hooks/slow", "livez", true]]);
    await ask("/livez/ping");
    expect(seen).toEqual([]);
  });
});
