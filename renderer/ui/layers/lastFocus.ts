/** The last focused element outside of menus: the focus returns to it after an action that was chosen from a menu. */
let last: HTMLElement | undefined;

const isInMenu = (element: Element): boolean => element.closest("[role=menu]") !== null;

/** Starts tracking the focus; call it once per page. */
export function followFocus(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && !isInMenu(target)) last = target;
  });
}

/**
 * The focused element. A menu closes when an item is chosen, which leaves the focus to the page: then the element that
 * was focused before the menu.
 */
export function focusedOrBefore(): HTMLElement | undefined {
  const now = document.activeElement;
  const isLost = now === null || now === document.body || isInMenu(now);
  return !isLost && now instanceof HTMLElement ? now : last;
}
