import { afterAll, beforeAll } from "vitest";
import { type ProviderKey, startTestProvider, type TestProvider } from "./testProvider.ts";

/** A provider that runs during the tests of a file. */
export interface ServedProvider {
  readonly provider: TestProvider;
  /** One of its keys. */
  readonly key: ProviderKey;
  /** Claims of a valid token for the audience `us`; every part can be replaced. */
  claims(more?: Readonly<Record<string, unknown>>): { iss: string; aud: string; sub: string };
}

/** Starts a provider before the tests of a file, and stops it after them. */
export function servedProvider(): ServedProvider {
  let provider: TestProvider;
  let key: ProviderKey;
  beforeAll(async () => {
    provider = await startTestProvider();
    key = provider.addKey("one");
  });
  afterAll(() => provider.stop());
  return {
    get provider() {
      return provider;
    },
    get key() {
      return key;
    },
    claims: (more = {}) => ({ iss: provider.url, aud: "us", sub: "ann", ...more }),
  };
}
