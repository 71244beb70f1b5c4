import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";

const OBJECT = "core/v1/configmaps/default/app";
const SIGN_IN = "<html><head><title>Sign in</title></head><body></body></html>";

const scene = setScene(({ create }) =>
  create("/api/v1/namespaces/default/configmaps", { metadata: { name: "app" }, data: { colour: "blue" } }),
);

/** Answers all requests about config maps with a page, with status 200, as a proxy does that asks to sign in. */
const replaceAnswers = (page: Page): Promise<unknown> =>
  page.route(/\/api\/v1\/.*configmaps/, (route) => route.fulfill({ contentType: "text/html", body: SIGN_IN }));

test("an object's page says that its answer cannot be read, and continues when it can", async () => {
  const { page, byId, load } = scene;
  await replaceAnswers(page);
  await load(OBJECT);
  await byId("object-trouble").getByText("a proxy that asks to sign in").waitFor();
  await page.unrouteAll();
  await page.getByRole("main").getByText("colour", { exact: true }).waitFor();
});

test("an editor keeps its text when the answer to its save cannot be read, and saves it later", async () => {
  const { page, byId, load, paste, api } = scene;
  await load(`${OBJECT}/yaml`);
  await byId("editor").locator(".view-line").first().waitFor();
  await paste(
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: app\n  namespace: default\ndata:\n  colour: blue\n  size: large\n",
  );
  await replaceAnswers(page);
  await byId("apply").click();
  await byId("editor-error").getByText("a proxy that asks to sign in").waitFor();
  await page.unrouteAll();
  await byId("apply-again").click();
  const path = "/api/v1/namespaces/default/configmaps/app";
  await expect.poll(async () => (await api("GET", path)).body.data).toEqual({ colour: "blue", size: "large" });
});
