import { type RefObject, useEffect, useLayoutEffect } from "react";
import { type Box, covers, toastPlace } from "./toastPlace.ts";

/** What a user may want to press or fill in. Rows of tables do not count: they are as wide as the page. */
const ACTIONS = [
  "button, a[href], input, select, textarea, summary",
  ...["button", "tab", "option", "checkbox", "radio", "switch", "slider", "combobox", "separator"].map(
    (role) => `[role=${role}]`,
  ),
  "[role^=menuitem]",
].join();
/** Milliseconds between two looks at whether an action has come to lie below the toasts. */
const LOOKS = 250;

/**
 * Keeps toasts where they cover no action. They are moved only when they do: when more toasts come, the window changes, a
 * dialog opens, a page is scrolled. While the user points at them or has the focus in them, they stay.
 */
export function useToastPlace(toasts: RefObject<HTMLElement | null>, count: number): void {
  // Each toast changes the size.
  useLayoutEffect(() => {
    if (count > 0 && toasts.current !== null) giveWay(toasts.current);
  }, [toasts, count]);
  useEffect(() => {
    if (count === 0) return;
    const look = (): void => {
      if (toasts.current !== null && !isInUse(toasts.current)) giveWay(toasts.current);
    };
    const timer = setInterval(look, LOOKS);
    window.addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("resize", look);
    };
  }, [toasts, count]);
}

/** Whether the user points at the element, or has the focus in it. */
export const isInUse = (element: Element): boolean => element.matches(":hover, :focus-within");

function giveWay(toasts: HTMLElement): void {
  const { width, height } = toasts.getBoundingClientRect();
  if (height === 0) return;
  const view = { width: window.innerWidth, height: window.innerHeight };
  const actions = visibleActions(toasts, view.height);
  const { left, bottom } = toasts.getBoundingClientRect();
  const now = { left, bottom, right: left + width, top: bottom - height };
  const isInside = now.top >= 0 && now.bottom <= view.height && now.left >= 0 && now.right <= view.width;
  if (toasts.style.left !== "" && isInside && !covers(now, actions)) return;
  const place = toastPlace({ width, height }, view, actions);
  toasts.style.left = `${place.left}px`;
  toasts.style.bottom = `${view.height - place.bottom}px`;
}

/** The actions in sight; only those of the dialog while one is open, because the others cannot be reached. */
function visibleActions(toasts: Element, height: number): Box[] {
  const boxes: Box[] = [];
  for (const action of document.querySelectorAll(ACTIONS)) {
    const box = action.getBoundingClientRect();
    if (box.width === 0 || box.bottom <= 0 || box.top >= height || toasts.contains(action)) continue;
    if (action.closest("[aria-hidden=true], [inert]") === null) boxes.push(box);
  }
  return boxes;
}
