import { afterAll, describe, expect, test } from "vitest";
import { openScene, setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";
import { GROUP, RBAC } from "../access/accessFixture.ts";
import { makeRemoteHome, type RemoteHome } from "./remoteFixture.ts";

const FULL = "ctx-full";
const PART = "ctx-part";
let home: RemoteHome;
afterAll(() => home?.remove());

const scene = setScene(prepare, async () => {
  home = await makeRemoteHome();
  return openScene({ environment: { HOME: home.folder, KUBECONFIG: home.kubeconfig } });
});

const byId = (id: string) => scene.page.getByTestId(id);
const view = (cluster: string, path: string) => scene.go(`/c/${cluster}/${path}`);

/** A request with the page's session, but not sent by the page. */
async function send(method: string, path: string, data?: object) {
  const sent =
    data === undefined ? {} : { data: JSON.stringify(data), headers: { "content-type": "application/json" } };
  const answer = await scene.page.request.fetch(new URL(path, scene.page.url()).href, { method, ...sent });
  return { status: answer.status(), body: await answer.json() };
}

const create = async (collection: string, body: object): Promise<void> => {
  const { status, body: answer } = await send("POST", `/clusters/${FULL}${collection}`, body);
  expect(status, answer.message).toBe(201);
};

/** Gives Bob read access to pods and to the roles of one namespace, and to nothing else. */
async function prepare(): Promise<void> {
  const rules = [
    { apiGroups: [""], resources: ["pods", "configmaps"], verbs: ["get", "list", "watch"] },
    { apiGroups: [GROUP], resources: ["roles", "rolebindings"], verbs: ["get", "list", "watch"] },
  ];
  await create("/api/v1/namespaces", { metadata: { name: "shop" } });
  await create(`${RBAC}/namespaces/shop/roles`, { metadata: { name: "viewer" }, rules });
  await create(`${RBAC}/namespaces/shop/rolebindings`, {
    metadata: { name: "viewers" },
    roleRef: { apiGroup: GROUP, kind: "Role", name: "viewer" },
    subjects: [{ apiGroup: GROUP, kind: "Group", name: "shop-team" }],
  });
  await create("/api/v1/namespaces/shop/configmaps", { metadata: { name: "prices" }, data: { tea: "3" } });
  // Bob may not list namespaces, so the test sets them.
  expect((await send("PATCH", `/host/clusters/${PART}`, { namespaces: ["shop"] })).status).toBe(200);
}

describe("User with few permissions on a remote cluster", () => {
  test("starts in the configured namespaces and can choose among them", async () => {
    await view(PART, "");
    await expect.poll(() => scene.page.url()).toContain("ns=shop");
    await byId("namespace-picker").click();
    await byId("namespace-shop").waitFor();
    await scene.page.keyboard.press("Escape");
  });

  test("sees which list was denied; the link explains it and lists what the console could not read", async () => {
    await view(PART, "core/v1/secrets?ns=shop");
    await byId("list-forbidden").waitFor();
    await byId("list-forbidden").getByRole("link").click();
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("false");
    await byId("access-gaps").locator("summary").click();
    const gaps = await byId("access-gaps").textContent();
    expect(gaps).toMatch(/clusterroles/);
    expect(gaps).toMatch(/clusterrolebindings/);
    expect(gaps).toMatch(/shop/);
    await byId("access-gaps").getByTestId("why-link").first().waitFor();
    await inspect(scene.page, "remote-access-gaps");
  });

  test("sees the grants behind a decision as far as the user may read them", async () => {
    await view(PART, "access?verb=list&resource=pods&namespace=shop");
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("true");
    await expect.poll(() => byId("grants").textContent()).toMatch(/shop\/viewers.*viewer/);
  });

  test("sees the rules in a namespace as the server lists them", async () => {
    await view(PART, "access/rules?ns=shop");
    await byId("rules").waitFor();
    expect(await byId("rules").textContent()).toMatch(/configmaps/);
  });

  test.each(["who-can", "matrix", "graph", "what-if"])("%s reports that it is incomplete", async (path) => {
    await view(PART, `access/${path}`);
    await byId("access-gaps").waitFor();
    await scene.page.locator(".accessView").waitFor();
  });

  test("sees that events and metrics are denied, with a link to the reason", async () => {
    await view(PART, "activity/metrics");
    await byId("why-link").first().waitFor();
    await view(PART, "activity/events");
    await byId("why-link").first().waitFor();
  });

  test("sees the readable ones of several namespaces and an explanation of the denial", async () => {
    await view(PART, "core/v1/configmaps?ns=default,shop");
    await byId("unseen").getByTestId("why-link").waitFor();
    await scene.row("prices").waitFor();
  });

  test("sees that a watch is denied, with a link to the reason", async () => {
    await view(PART, "activity/watch?resource=secrets&namespace=shop");
    await byId("watch-start").click();
    await byId("toasts").getByTestId("why-link").waitFor();
  });
});

describe("Time machine", () => {
  test("shows the past of a remote cluster, also for a restricted user", async () => {
    const prices = `/clusters/${FULL}/api/v1/namespaces/shop/configmaps/prices`;
    const before = (await send("GET", prices)).body;
    expect((await send("PUT", prices, { ...before, data: { tea: "4" } })).status).toBe(200);
    await view(PART, "time?resource=configmaps&ns=shop&object=shop/prices");
    await expect.poll(() => byId("revision").count()).toBe(2);
    await byId("diff").getByText("4").first().waitFor();
    await inspect(scene.page, "remote-time");
  });

  test("explains why a list's history is unavailable to a user", async () => {
    await view(PART, "time?resource=secrets&ns=shop");
    await byId("why-link").first().waitFor();
  });
});

describe("Lessons", () => {
  test("explain why a user may not start", async () => {
    await view(PART, "learn/objects");
    await byId("lesson-failed").getByTestId("why-link").waitFor();
    await inspect(scene.page, "remote-lesson-refused");
  });

  test("work on a remote cluster", async () => {
    await view(FULL, "learn/objects");
    await byId("step").waitFor();
    await byId("lesson-solution").click();
    await byId("lesson-fill").first().click();
    await byId("bench-send").click();
    await scene.page.locator('[data-testid=step][data-done="true"]').waitFor();
    await byId("bench-as").fill("nobody-special");
    await byId("bench-send").click();
    await byId("bench-answer").getByTestId("why-link").waitFor();
  });
});

describe("Read-only mode", () => {
  const isRefused = async (id: string): Promise<boolean> =>
    (await byId(id).first().getAttribute("aria-disabled")) === "true";

  test("every control that writes is shown disabled with the reason", async () => {
    expect((await send("PATCH", `/host/clusters/${FULL}`, { readOnly: true })).status).toBe(200);
    await view(FULL, "core/v1/configmaps?ns=shop");
    await scene.row("prices").waitFor();
    await expect.poll(() => isRefused("create")).toBe(true);
    await byId("create").hover();
    await scene.page.getByRole("tooltip").getByText("full is read-only").waitFor();
    await scene.row("prices").getByRole("checkbox").check();
    for (const id of ["bulk-label", "bulk-annotate", "bulk-delete-open"]) expect(await isRefused(id), id).toBe(true);
    await inspect(scene.page, "remote-read-only");
    await view(FULL, "core/v1/configmaps/shop/prices/yaml");
    await byId("apply").waitFor();
    for (const id of ["apply", "delete"]) expect(await isRefused(id), id).toBe(true);
    await view(FULL, "core/v1/configmaps/new?ns=shop");
    await byId("create-apply").waitFor();
    expect(await isRefused("create-apply")).toBe(true);
    await view(FULL, "access/what-if");
    await byId("what-if-apply").waitFor();
    expect(await isRefused("what-if-apply")).toBe(true);
    await view(FULL, "learn/objects");
    await byId("lesson-read-only").waitFor();
  });

  test("the host rejects writes regardless of the page", async () => {
    const answers = [
      await send("DELETE", `/clusters/${FULL}/api/v1/namespaces/shop/configmaps/prices`),
      await send("POST", `/clusters/${FULL}/api/v1/namespaces/shop/configmaps`, { metadata: { name: "x" } }),
    ];
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([403, expect.stringMatching(/read-only/)]);
    expect((await send("PATCH", `/host/clusters/${FULL}`, { readOnly: false })).status).toBe(200);
  });
});
