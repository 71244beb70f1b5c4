/**
 * Scrolls a container just enough to make an element in it visible. The browser's `scrollIntoView` would also make Tab
 * continue from that element, so that a newly loaded page would skip everything before it.
 */
export function scrollNearest(container: HTMLElement, element: Element): void {
  const [outer, inner] = [container.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) container.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) container.scrollTop += inner.bottom - outer.bottom;
}
