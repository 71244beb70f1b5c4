import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { httpsDocuments } from "../../webhook/fetchDocument.ts";
import type { JwtRules } from "../oidc/jwtRules.ts";
import {
  DISCOVERY,
  type ProviderKey,
  signToken,
  startTestProvider,
  type TestProvider,
} from "../oidc/testing/testProvider.ts";
import { CACHE_TTL, type JwtMethods, jwtMethods, REPLACE_TIMEOUT, STOP_DELAY } from "./jwtMethods.ts";

let one: TestProvider;
let two: TestProvider;
let keys: Map<TestProvider, ProviderKey>;
beforeAll(async () => {
  [one, two] = await Promise.all([startTestProvider(), startTestProvider()]);
  keys = new Map([one, two].map((provider) => [provider, provider.addKey("k")]));
});
afterAll(() => Promise.all([one.stop(), two.stop()]));

const rulesOf = (provider: TestProvider): JwtRules => ({
  issuer: { url: provider.url, audiences: ["us"], authorities: provider.authority },
  requiredClaims: [],
  claimConditions: [],
  username: { claim: "sub", prefix: "" },
  extra: [],
  userConditions: [],
});

function start(...providers: TestProvider[]) {
  const timers = manualTimers();
  const judged: string[] = [];
  let told = (): void => {};
  const failed = new Promise<void>((resolve) => {
    told = resolve;
  });
  const clock = { ahead: 0 };
  const methods = jwtMethods({
    rules: providers.map(rulesOf),
    algorithms: ["ES256"],
    documents: httpsDocuments,
    timers,
    now: () => Date.now() + clock.ahead,
    onError: () => told(),
    onJudged: (issuer, result) => judged.push(`${issuer} ${result}`),
  });
  return { methods, timers, judged, failed, clock };
}

async function userOf(methods: JwtMethods, provider: TestProvider): Promise<string | undefined> {
  const key = keys.get(provider) as ProviderKey;
  const token = await signToken(key, { iss: provider.url, aud: "us", sub: "ann" });
  return (await methods.authenticateToken(token, []))?.identity.username;
}

describe("JWT methods", () => {
  it("select by issuer and are replaced once the new providers are initialized", async () => {
    const { methods, timers, judged } = start();
    expect(await userOf(methods, one)).toBeUndefined();
    await methods.replace([rulesOf(one)]);
    expect(await userOf(methods, one)).toBe("ann");
    expect(await userOf(methods, two)).toBeUndefined();
    await methods.replace([rulesOf(one), rulesOf(two)]);
    expect(await userOf(methods, two)).toBe("ann");
    expect(judged).toEqual([`${one.url} success`, `${two.url} success`]);
    expect(timers.pending()).toEqual([STOP_DELAY, STOP_DELAY]);
    timers.advance(STOP_DELAY);
    expect(await userOf(methods, one)).toBe("ann");
    await methods.replace([]);
    expect(await userOf(methods, one)).toBeUndefined();
    methods.stop();
  });

  it("cache identities until their time ends or the configuration is replaced", async () => {
    const { methods, judged, clock } = start();
    await methods.replace([rulesOf(one)]);
    const key = keys.get(one) as ProviderKey;
    const [good, bad] = await Promise.all(
      ["us", "them"].map((aud) => signToken(key, { iss: one.url, aud, sub: "ann" })),
    );
    const judge = (token = "") => methods.authenticateToken(token, []);
    await Promise.all([judge(good), judge(good)]);
    await judge(good);
    expect(judged).toEqual([`${one.url} success`]);
    clock.ahead = CACHE_TTL;
    await judge(good);
    expect(judged).toHaveLength(2);
    await methods.replace([{ ...rulesOf(one), username: { claim: "sub", prefix: "new:" } }]);
    expect((await judge(good))?.identity.username).toBe("new:ann");
    judged.length = 0;
    for (let i = 0; i < 2; i++) await expect(judge(bad)).rejects.toThrow("expected audience");
    expect(judged).toEqual([`${one.url} failure`, `${one.url} failure`]);
    methods.stop();
  });

  it("keep the previous providers if a new one is unavailable", async () => {
    const { methods, timers, failed } = start();
    await methods.replace([rulesOf(one)]);
    const description = two.documents.get(DISCOVERY);
    two.documents.set(DISCOVERY, null);
    const replacing = methods.replace([rulesOf(two)]);
    const refused = expect(replacing).rejects.toThrow(
      `oidc: authenticator for issuer ${JSON.stringify(two.url)} is not initialized`,
    );
    await failed;
    expect(await userOf(methods, one)).toBe("ann");
    timers.advance(REPLACE_TIMEOUT);
    await refused;
    two.documents.set(DISCOVERY, description);
    expect(await userOf(methods, one)).toBe("ann");
    expect(await userOf(methods, two)).toBeUndefined();
    methods.stop();
  });

  it("stop polling the issuer when stopped", async () => {
    const description = two.documents.get(DISCOVERY);
    two.documents.set(DISCOVERY, null);
    const { methods, timers, failed } = start(two);
    await failed;
    expect(timers.pending()).toHaveLength(1);
    methods.stop();
    expect(timers.pending()).toEqual([]);
    two.documents.set(DISCOVERY, description);
  });
});
