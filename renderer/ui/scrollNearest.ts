/**
 * Scrolls a container just enough to make an element in it visible. The browser's `scrollIntoView` would also make Tab
 * continue from that element, so that a newly loaded page would skip everything before it.
 */
export function scrollNearest(container: HTMLElement, element: Element): void {
  const [outer, inner] = [container.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) container.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) container.scrollTop += inner.bottom - outer.bottom;
}

/**
 * Scrolls a container sideways just enough to make an element in it visible.
 *
 * @param fixed the element that stays at the container's left edge, over what is scrolled
 */
export function scrollNearestAcross(container: HTMLElement, element: Element, fixed: Element): void {
  const [outer, inner] = [container.getBoundingClientRect(), element.getBoundingClientRect()];
  const [left, right] = [outer.left + container.clientLeft + fixed.clientWidth, outer.left + container.clientWidth];
  if (inner.left < left) container.scrollLeft += inner.left - left;
  else if (inner.right > right) container.scrollLeft += inner.right - right;
}
