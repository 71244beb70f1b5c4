import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const scene = setScene();

const patch = (name: string, data: object) =>
  scene.api("PATCH", `${MAPS}/${name}?fieldManager=spec`, { data }, "application/merge-patch+json");

test("shows an earlier state of a list with its changes", async () => {
  const { page, byId, go, api } = scene;
  // A controller creates it in each new sandbox: later, it would stand between the changes of this test.
  await expect.poll(async () => (await api("GET", `${MAPS}/kube-root-ca.crt`)).status).toBe(200);
  await api("POST", MAPS, { metadata: { name: "travels" }, data: { year: "1985" } });
  await patch("travels", { year: "1955" });
  await api("POST", MAPS, { metadata: { name: "later" } });
  await go("time?resource=configmaps&ns=default&object=default/travels");
  await byId("time-list-row").filter({ hasText: "later" }).waitFor();
  await expect.poll(() => byId("revision").count()).toBe(2);
  // The choice is shown at once, although the list at that time has yet to be read and rendered.
  const isShown = await byId("revision")
    .last()
    .getByRole("radio")
    .last()
    .evaluate((radio: HTMLInputElement) => {
      radio.click();
      return radio.checked;
    });
  expect(isShown).toBe(true);
  await byId("time-list-row").filter({ hasText: "later" }).waitFor({ state: "detached" });
  await byId("time-list-row").filter({ hasText: "travels" }).waitFor();
  // The slider has its value only once the page shows the chosen revision.
  const revision = () => byId("time-said").getAttribute("data-revision");
  const chosen = await revision();
  await byId("time-slider").press("ArrowRight");
  await expect.poll(revision).not.toBe(chosen);
  await page.getByTestId("diff").getByText("1955").first().waitFor();
  expect(await byId("time-retained").textContent()).toMatch(/keeps|retained/);
  await inspect(page, "time");
  await byId("time-now").click();
  await byId("time-list-row").filter({ hasText: "later" }).waitFor();
});

test("shows a deleted object's last state and recreates it", async () => {
  const { page, byId, row, go, api } = scene;
  await api("POST", MAPS, { metadata: { name: "gone" }, data: { key: "lost" } });
  expect((await api("DELETE", `${MAPS}/gone`)).status).toBe(200);
  await go("time?resource=configmaps&ns=default");
  await byId("time-deleted").click();
  await byId("deleted-default/gone").click();
  await byId("time-history").getByText("deleted").first().waitFor();
  await expect.poll(() => byId("time-tick").count()).toBeGreaterThan(0);
  expect(await byId("time-mark").count()).toBeGreaterThan(1);
  await inspect(page, "time-deleted");
  await byId("time-restore").click();
  await byId("editor").getByText("lost").waitFor();
  await byId("create-apply").click();
  await expect.poll(async () => (await api("GET", `${MAPS}/gone`)).status).toBe(200);
  expect((await api("GET", `${MAPS}/gone`)).body.data).toEqual({ key: "lost" });
  await go("core/v1/configmaps?ns=default");
  await row("gone").waitFor();
});

/** The clock times of all seconds between two moments, as the console writes them. */
function clockTimes(from: number, to: number): string[] {
  const seconds = Math.floor(to / 1000) - Math.floor(from / 1000) + 1;
  return Array.from({ length: seconds }, (_, i) =>
    new Date(from + i * 1000).toLocaleTimeString("en", { timeStyle: "medium", hourCycle: "h23" }),
  );
}

test("shows when an object was deleted, not when it was last written", async () => {
  const { page, byId, go, api } = scene;
  /** Deletes an object, and returns the times at which that may have happened. */
  const remove = async (name: string): Promise<string[]> => {
    const from = Date.now();
    expect((await api("DELETE", `${MAPS}/${name}`)).status).toBe(200);
    return clockTimes(from, Date.now());
  };
  const shows = async (name: string, times: readonly string[]): Promise<void> => {
    await byId("time-deleted").click();
    await expect.poll(() => byId(`deleted-default/${name}`).textContent()).toMatch(new RegExp(`(${times.join("|")})$`));
    await page.keyboard.press("Escape");
  };
  for (const name of ["deleted-before", "deleted-meanwhile"]) await api("POST", MAPS, { metadata: { name } });
  const written = Date.now();
  await expect.poll(() => Date.now() - written, { timeout: 5_000 }).toBeGreaterThan(2_500);
  const before = await remove("deleted-before");
  await go("time?resource=configmaps&ns=default");
  await shows("deleted-before", before);
  await shows("deleted-meanwhile", await remove("deleted-meanwhile"));
});

test("shows the differences of a list between two moments", async () => {
  const { page, byId, go, api } = scene;
  await api("POST", MAPS, { metadata: { name: "stays" }, data: { year: "1885" } });
  const { metadata } = (await api("GET", `${MAPS}/stays`)).body as { metadata?: { resourceVersion?: string } };
  await api("POST", MAPS, { metadata: { name: "arrives" } });
  await patch("stays", { year: "2015" });
  await go(`time?resource=configmaps&ns=default&revision=${metadata?.resourceVersion}`);
  await byId("time-compare").click();
  const rows = byId("time-difference").getByRole("row");
  await rows.filter({ hasText: "arrives" }).getByText("created").waitFor();
  await rows.filter({ hasText: "stays" }).getByText("data.year").waitFor();
  await inspect(page, "time-difference");
  await byId("time-compare-end").click();
  await byId("time-list-row").filter({ hasText: "arrives" }).waitFor();
});
