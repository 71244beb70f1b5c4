import type { Page } from "playwright-core";

/** Bars whose parts are side by side in one line. */
const BARS = ".topBar, .pageHead";

/** Finds parts of a bar that overlap, parts that take more than one line, and titles that are cut off. */
export function findCrowded(page: Page): Promise<string[]> {
  return page.evaluate((bars) => {
    const found: string[] = [];
    const name = (part: Element): string => `${part.className} “${(part.textContent ?? "").slice(0, 60)}”`;
    for (const bar of document.querySelectorAll(bars)) {
      const parts = [...bar.children].filter((part) => part.getBoundingClientRect().width > 0);
      for (const [index, part] of parts.entries()) {
        const next = parts[index + 1];
        const { right, height } = part.getBoundingClientRect();
        if (height > bar.getBoundingClientRect().height) found.push(`more than a line: ${name(part)}`);
        if (next !== undefined && right > next.getBoundingClientRect().left + 1) {
          found.push(`${name(part)} lies over ${name(next)}`);
        }
      }
      for (const title of bar.querySelectorAll("h1")) {
        if (title.scrollWidth > title.clientWidth + 1) found.push(`cut: ${name(title)}`);
      }
    }
    return found;
  }, BARS);
}

/**
 * Finds what does not fit: a page that is wider than its window, and controls that are partly invisible because they
 * lie behind the edge of an element that does not scroll.
 */
export function findCutOff(page: Pick<Page, "evaluate">): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide, the window ${innerWidth} px`);
    // The text editor and the drawing areas of graphs and maps have their own scrolling.
    const controls =
      "a[href], button, input, select, textarea, [role=button], [role=tab], [role=checkbox], [role=menuitem]";
    for (const control of document.querySelectorAll(controls)) {
      if (control.closest(".monaco-editor, .react-flow__viewport, .mapSheet") || !control.checkVisibility()) continue;
      const { left, right, width, height } = control.getBoundingClientRect();
      // Elements only for screen readers are one pixel large; elements without focus may be outside, such as skip
      // links.
      if (width < 2 || height < 2 || right <= 0) continue;
      let [from, to] = [0, innerWidth];
      for (let outer = control.parentElement; outer !== null; outer = outer.parentElement) {
        const { overflowX } = getComputedStyle(outer);
        if (overflowX === "visible") continue;
        const edge = outer.getBoundingClientRect();
        if (overflowX !== "hidden" && overflowX !== "clip") {
          from = Number.NEGATIVE_INFINITY;
          to = Number.POSITIVE_INFINITY;
          break;
        }
        from = Math.max(from, edge.left);
        to = Math.min(to, edge.right);
      }
      if (left < from - 1 || right > to + 1) found.push(`cut off: ${control.outerHTML.slice(0, 160)}`);
    }
    return found;
  });
}

/** Finds actions of the open dialog that lie below the messages at the edge of the window. */
export function coveredActions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = document.querySelector(".toasts")?.getBoundingClientRect();
    if (toasts === undefined) throw new Error("the page has no place for messages");
    const isCovered = ({ left, top, right, bottom }: DOMRect): boolean =>
      left < toasts.right && right > toasts.left && top < toasts.bottom && bottom > toasts.top;
    return [...document.querySelectorAll("[role=dialog] button, [role=dialog] a[href], [role=dialog] input")]
      .filter((action) => isCovered(action.getBoundingClientRect()))
      .map((action) => action.textContent ?? "");
  });
}
