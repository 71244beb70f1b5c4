import { EventEmitter } from "node:events";
import type { Page, Request, Route } from "playwright-core";
import { preloadScript } from "./preloadScript.ts";
import { preventable } from "./preventable.ts";
import { state } from "./state.ts";

interface WindowSettings {
  readonly width?: number;
  readonly height?: number;
  readonly x?: number;
  readonly y?: number;
  readonly show?: boolean;
  readonly webPreferences?: Readonly<Record<string, unknown>>;
}

type OpenHandler = (details: { url: string }) => { action: string };

class WebContents extends EventEmitter {
  openHandler: OpenHandler = () => ({ action: "allow" });

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
}

/** A window whose content is a real Chromium page; its frame exists only as recorded state. */
export class BrowserWindow extends EventEmitter {
  readonly settings: WindowSettings;
  readonly webContents = new WebContents();
  /** The page, once the window has one. */
  readonly page: Promise<Page>;
  isShown: boolean;
  /** Counts the calls that bring the window to the front. */
  focused = 0;
  #bounds: { x: number; y: number; width: number; height: number };
  #isMaximized = false;
  /** The address that the application itself is loading: such a navigation does not emit `will-navigate`. */
  #own = "";

  constructor(settings: WindowSettings = {}) {
    super();
    this.settings = settings;
    const { x = 0, y = 0, width = 800, height = 600 } = settings;
    this.#bounds = { x, y, width, height };
    this.isShown = settings.show !== false;
    state.windows.push(this);
    this.page = this.#open();
  }

  async #open(): Promise<Page> {
    if (state.browser === undefined) throw new Error("the test gave no browser");
    const { width, height } = this.#bounds;
    const context = await state.browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    const preload = this.settings.webPreferences?.["preload"];
    if (typeof preload === "string") await page.addInitScript({ content: preloadScript(preload) });
    await context.route("**", (route) => this.#navigate(route, page));
    page.on("close", () => this.#closed());
    page.on("popup", (popup) => void closePopup(popup));
    return page;
  }

  /** Calls the shell's handlers for navigations of the page; other requests are continued. */
  async #navigate(route: Route, page: Page): Promise<void> {
    const request = route.request();
    if (!request.isNavigationRequest()) return route.continue();
    const url = request.url();
    if (!isOf(page, request)) {
      const { action } = this.webContents.openHandler({ url });
      return action === "allow" ? route.continue() : route.abort();
    }
    if (url === this.#own || request.frame() !== page.mainFrame()) return route.continue();
    const event = preventable();
    this.webContents.emit("will-navigate", event, url);
    return event.isPrevented ? route.fulfill({ status: 204 }) : route.continue();
  }

  async loadURL(url: string): Promise<void> {
    this.#own = url;
    await (await this.page).goto(url);
    this.emit("ready-to-show");
  }

  async close(): Promise<void> {
    const event = preventable();
    this.emit("close", event);
    if (!event.isPrevented) await (await this.page).context().close();
  }

  #closed(): void {
    const at = state.windows.indexOf(this);
    if (at < 0) return;
    state.windows.splice(at, 1);
    this.emit("closed");
  }

  show(): void {
    this.isShown = true;
  }

  focus(): void {
    this.focused++;
  }

  maximize(): void {
    this.#isMaximized = true;
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {}

  isDestroyed(): boolean {
    return !state.windows.includes(this);
  }

  setBounds(bounds: Partial<{ x: number; y: number; width: number; height: number }>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
  }

  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return { ...this.#bounds };
  }
}

/** Whether a navigation belongs to this page. The first one of a new window has no frame yet, and does not. */
function isOf(page: Page, request: Request): boolean {
  try {
    return request.frame().page() === page;
  } catch {
    return false;
  }
}

/** Closes a window that the shell did not create; it may close before it has loaded anything. */
async function closePopup(popup: Page): Promise<void> {
  try {
    await popup.waitForLoadState();
    await popup.close();
  } catch (error) {
    if (!popup.isClosed()) throw error;
  }
}
