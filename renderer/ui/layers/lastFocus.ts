/** What had the focus last, menus aside: where the focus returns after what a menu has opened. */
let last: HTMLElement | undefined;

const isInMenu = (element: Element): boolean => element.closest("[role=menu]") !== null;

/** Begins to follow the focus, once for the page. */
export function followFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && !isInMenu(target)) last = target;
  });
}

/**
 * The element that has the focus. A menu goes as its item is chosen, and leaves the focus to the whole page: then what had it
 * before the menu.
 */
export function focusedOrBefore(): HTMLElement | undefined {
  const now = document.activeElement;
  const isLost = now === null || now === document.body || isInMenu(now);
  return !isLost && now instanceof HTMLElement ? now : last;
}
