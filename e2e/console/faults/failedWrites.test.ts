import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";
import { STOREFRONT } from "../time/storefront.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const scene = setScene(async ({ create }) => {
  await create(DEPLOYMENTS, STOREFRONT);
});

/** The Status that a server answers. */
const status = (code: number, reason: string, message: string, details = {}) => ({
  status: code,
  json: { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message, details },
});

/** Answers every change of a cluster's objects with `answer`, while `run` runs. */
async function withAnswer(answer: (route: Route) => Promise<void>, run: () => Promise<void>): Promise<void> {
  const { page } = scene;
  const pattern = "**/apis/apps/v1/**";
  await page.route(pattern, (route) => (route.request().method() === "GET" ? route.continue() : answer(route)));
  try {
    await run();
  } finally {
    await page.unroute(pattern);
  }
}

async function openScale(): Promise<void> {
  const { page, byId, go } = scene;
  await go("apps/v1/deployments/default/storefront");
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Scale…" }).click();
  await byId("action-replicas").fill("3");
}

const UNCHANGED = "Nothing was changed.";
const OPEN = "The server may have made the change all the same; look before you try again.";

describe("A failed action says what happened and what it means", () => {
  const page502 = "<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>";
  const cases: [string, Parameters<Route["fulfill"]>[0] | "abort", string[]][] = [
    [
      "403",
      status(403, "Forbidden", "deployments.apps is forbidden"),
      ["not allowed to do this (Forbidden)", UNCHANGED],
    ],
    ["409", status(409, "Conflict", "please apply your changes to the latest version"), ["changed in the meantime"]],
    ["429", status(429, "TooManyRequests", "try again later"), ["The server is overloaded", UNCHANGED]],
    ["500", status(500, "InternalError", "request timed out"), ["could not process the request", "request timed out"]],
    ["a gateway", { status: 502, contentType: "text/html", body: page502 }, ["502 Bad Gateway", OPEN]],
    ["no answer", "abort", ["The server cannot be reached", "Is Orrery still running?", OPEN]],
  ];
  test.each(cases)("%s", async (name, answer, expected) => {
    const { page, byId } = scene;
    await openScale();
    await withAnswer(
      (route) => (answer === "abort" ? route.abort() : route.fulfill(answer)),
      async () => {
        await byId("action-confirm").click();
        const error = byId("action-error");
        await error.waitFor();
        const text = (await error.textContent()) ?? "";
        for (const part of expected) expect(text).toContain(part);
        expect(text).not.toContain("<h1>");
      },
    );
    if (name === "403") await inspect(page, "action-refused", ["light", "dark"]);
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  test("an eviction that a budget forbids is no overload", async () => {
    const { page, byId, go, api } = scene;
    const pods = async () =>
      (await api("GET", "/api/v1/namespaces/default/pods")).body as unknown as {
        items: { metadata: { name: string } }[];
      };
    await expect.poll(async () => (await pods()).items.length).toBeGreaterThan(0);
    const [pod] = (await pods()).items;
    await go(`core/v1/pods/default/${pod?.metadata.name}`);
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Evict…" }).click();
    const budget = {
      causes: [{ reason: "DisruptionBudget", message: "The disruption budget web needs 2 healthy pods" }],
    };
    await page.route("**/eviction", (route) =>
      route.fulfill(status(429, "TooManyRequests", "Cannot evict pod as it would violate its budget.", budget)),
    );
    await byId("action-confirm").click();
    await byId("action-error").getByText("A PodDisruptionBudget does not allow this now").waitFor();
    await page.unroute("**/eviction");
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  test("a refused deletion", async () => {
    const { page, byId, go } = scene;
    await go("apps/v1/deployments/default/storefront");
    await byId("delete").click();
    await withAnswer(
      (route) => route.fulfill(status(403, "Forbidden", "deployments.apps is forbidden")),
      async () => {
        await byId("confirm-delete").click();
        await byId("delete-error").getByText(UNCHANGED).waitFor();
      },
    );
    await page.getByRole("button", { name: "Cancel" }).click();
  });
});
