import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, type TestContext, vi } from "vitest";
import { openConsole } from "./driver.ts";
import { type Environment, root } from "./product.ts";

/** A response of the API, with the parts of the body that specs use. */
export interface ApiAnswer {
  status: number;
  body: { metadata?: { uid?: string }; data?: Record<string, string>; message?: string };
}

/** The console with helpers for specs of its views. */
export interface ConsoleScene {
  page: Page;
  /** Id of the scene's own sandbox, which specs may change freely. */
  cluster: string;
  /** Name of that sandbox. */
  name: string;
  byId(id: string): Locator;
  row(name: string): Locator;
  /**
   * Navigates to a view within the console, and waits until it is rendered.
   * @param path of a view of the scene's sandbox, as `core/v1/pods?ns=default`; of the console when it begins with a slash
   */
  go(path: string): Promise<unknown>;
  /** Loads a view in a fresh page, without any state of the previous page. @param path as in {@link go} */
  load(path: string): Promise<unknown>;
  /** Sends a request to the API of the scene's sandbox, with the page's session but not through the page. */
  api(method: string, path: string, body?: object, contentType?: string): Promise<ApiAnswer>;
  /**
   * Creates an object.
   * @param collection API path of the collection, with its query
   * @param cluster id of the cluster; default: the scene's sandbox
   */
  create(collection: string, body: object, cluster?: string): Promise<void>;
  /** Errors that views threw, violations of the content security policy, and texts that do not exist. */
  troubles: string[];
  /** Saves a screenshot of the page if the test fails. */
  watch(context: TestContext): void;
  /** Replaces the text of the editor by pasting, because the editor would indent typed text again. */
  paste(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface SceneOptions {
  /**
   * If given, the scene starts a separate product with these variables and only the first sandbox; default: a new
   * sandbox in the shared product.
   */
  environment?: Environment;
  /** Name of the scene's own sandbox in the shared product. */
  name?: string;
  /** Flags of the scene's own sandbox. */
  flags?: readonly string[];
}

/**
 * One scene for all tests of a file: opened before the first, closed after the last. A failing test leaves a screenshot
 * in test-results. The file fails if a view threw an error, violated the content security policy or asked for a text that
 * does not exist.
 *
 * @param prepare prepares the sandbox for the tests
 * @returns the scene, which may be used from the first test on
 */
export function setScene(
  prepare?: (scene: ConsoleScene) => Promise<void>,
  open: () => Promise<ConsoleScene> = openScene,
): ConsoleScene {
  const scene = {} as ConsoleScene;
  beforeAll(async () => {
    Object.assign(scene, await open());
    await prepare?.(scene);
  });
  beforeEach((context) => scene.watch(context));
  afterAll(async () => {
    // Without a page, opening the scene failed, which vitest has already reported.
    if (scene.page === undefined) return;
    await scene.close();
    expect(scene.troubles, "views threw, broke the content security policy, or had no text").toEqual([]);
  });
  return scene;
}

/** Opens the console on a new sandbox. */
export async function openScene({
  environment,
  name: given = "Demo",
  flags = [],
}: SceneOptions = {}): Promise<ConsoleScene> {
  const driver = await openConsole(environment);
  const { page } = driver;
  page.setDefaultTimeout(30_000);
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|^No text: /i.test(message.text())) troubles.push(message.text());
  });
  const origin = new URL(page.url()).origin;
  const cookies = await page.context().cookies(origin);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  // Node's own client: the browser's would pass each request through three processes.
  const send = async (method: string, path: string, data?: object, contentType = "application/json") => {
    // Not the console's field manager: these writes represent other clients.
    const headers = { cookie, "user-agent": "kubectl", ...(data === undefined ? {} : { "content-type": contentType }) };
    const options = { method, headers, ...(data === undefined ? {} : { body: JSON.stringify(data) }) };
    const answer = await fetch(`${origin}${path}`, options);
    return { status: answer.status, body: await answer.json() };
  };
  const isShared = environment === undefined && driver.kind === "browser";
  const cluster: string = isShared
    ? (await send("POST", "/host/sandboxes", { name: given, flags })).body.id
    : "sandbox";
  const clusters: { id: string; name: string }[] = (await send("GET", "/host/clusters")).body;
  const name = clusters.find(({ id }) => id === cluster)?.name ?? "";
  const api: ConsoleScene["api"] = (method, path, body, contentType) =>
    send(method, `/clusters/${cluster}${path}`, body, contentType);
  await page.getByTestId(`cluster-${cluster}`).waitFor();
  const addressOf = (path: string): string => `${origin}${path.startsWith("/") ? path : `/c/${cluster}/${path}`}`;
  return {
    page,
    cluster,
    name,
    troubles,
    api,
    byId: (id) => page.getByTestId(id),
    row: (name) => page.locator(`[data-testid="table-row"][data-name="${name}"]`),
    go: (path) => follow(page, addressOf(path)),
    load: (path) => page.goto(addressOf(path)),
    create: async (collection, body, where = cluster) => {
      const post = () => send("POST", `/clusters/${where}${collection}`, body);
      let answer = await post();
      // Pods need their namespace's service account, which a controller creates a moment after the namespace.
      const isEarly = () => /error looking up service account/.test(answer.body.message ?? "");
      if (isEarly()) {
        await vi.waitFor(
          async () => {
            answer = await post();
            if (isEarly()) throw new Error(answer.body.message);
          },
          { timeout: 30_000, interval: 100 },
        );
      }
      expect(answer.status, answer.body.message).toBe(201);
    },
    watch: ({ onTestFailed, task }) =>
      onTestFailed(async () => {
        await page.screenshot({ path: join(root, "test-results", `${task.name.replace(/\W+/g, "-")}.png`) });
      }),
    paste: async (text) => {
      const editor = page.getByTestId("editor");
      await editor.locator(".view-line").first().waitFor();
      await editor.locator(".view-lines").first().click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      }, text);
      // The editor processes the text asynchronously, and then shows its end.
      const wanted = text.replace(/\s/g, "");
      await expect.poll(async () => wanted.endsWith(await editorText(page)), { message: text }).toBe(true);
    },
    close: async () => {
      if (isShared) await send("DELETE", `/host/clusters/${cluster}`);
      await driver.close();
    },
  };
}

/**
 * The editor's visible text without spaces, line breaks and line hints; if it shows nothing, a value that equals no
 * text.
 */
const editorText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('[data-testid="editor"] .view-line')];
    const shown = lines.sort((a, b) => Number.parseFloat(a.style.top) - Number.parseFloat(b.style.top));
    const textOf = (line: HTMLElement): string => {
      const own = line.cloneNode(true) as HTMLElement;
      for (const mark of own.querySelectorAll(".conflictOwner")) mark.remove();
      return (own.textContent ?? "").replace(/\s/g, "");
    };
    return shown.map(textOf).join("") || "\n";
  });

/** Follows a link within the console; if the page shows none of its views, loads the console. */
async function follow(page: Page, url: string): Promise<void> {
  const isThere = await page.evaluate((address) => {
    if (new URL(address).origin !== location.origin || !document.querySelector("meta[name=orrery-address]"))
      return false;
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
    return true;
  }, url);
  if (!isThere) return void (await page.goto(url));
  await page.waitForFunction(() => {
    const drawn = document.querySelector("meta[name=orrery-address]")?.getAttribute("content");
    return drawn === location.pathname + location.search;
  });
}
