import { expect, it } from "vitest";
import { encodeText } from "../../../../ground/formats/encodings/base64.ts";
import { testContext } from "../../testing/objects.ts";
import { strategyErrors } from "../../testing/strategyErrors.ts";
import { secrets } from "./secrets.ts";

const secret = (type: string) => ({
  metadata: { name: "tls", namespace: "dev" },
  type,
  data: { "tls.crt": encodeText("cert"), "tls.key": encodeText("key") },
});
const context = testContext();

it("a TLS secret without a valid key pair is accepted with a warning", () => {
  const tls = secret("kubernetes.io/tls");
  const warning = ["tls: failed to find any PEM data in certificate input"];
  expect(strategyErrors(secrets.strategy, context, tls)).toEqual([]);
  expect(secrets.strategy.warningsOnCreate?.(context, tls)).toEqual(warning);
  expect(secrets.strategy.warningsOnUpdate?.(context, tls, tls)).toEqual(warning);
});

it("other secrets produce no warnings", () => {
  expect(secrets.strategy.warningsOnCreate?.(context, secret("Opaque"))).toEqual([]);
});
