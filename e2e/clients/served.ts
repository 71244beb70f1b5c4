import { afterAll, beforeAll, expect } from "vitest";
import { type Client, clientProgram, createClient } from "../command.ts";
import { type Product, startServe } from "../product.ts";

/** A server for all tests of a file, and its administrator's kubectl. */
export interface Served {
  /** Available from the first test on. */
  readonly product: Product;
  readonly kubectl: Client;
}

/**
 * Starts a server before the first test of a file, and ends it after the last one; the file fails if the server does
 * not end cleanly.
 *
 * @param flags of `orrery serve`
 */
export function serveFile(flags: readonly string[] = []): Served {
  let product: Product;
  let client: Client;
  beforeAll(async () => {
    product = await startServe(flags);
    client = createClient(clientProgram("kubectl"), { KUBECONFIG: product.kubeconfig, HOME: product.dataDir });
  });
  afterAll(async () => {
    expect(await product?.stop()).toBe(0);
  });
  return {
    get product() {
      return product;
    },
    kubectl: {
      run: (...given) => client.run(...given),
      ok: (...given) => client.ok(...given),
      follow: (...given) => client.follow(...given),
    },
  };
}
