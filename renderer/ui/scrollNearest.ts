/**
 * Scrolls a container just as far as an element in it needs to be in sight. The browser's own `scrollIntoView` also makes Tab
 * go on from that element, so that a page that has just loaded would skip what stands before it.
 */
export function scrollNearest(container: HTMLElement, element: Element): void {
  const [outer, inner] = [container.getBoundingClientRect(), element.getBoundingClientRect()];
  if (inner.top < outer.top) container.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) container.scrollTop += inner.bottom - outer.bottom;
}
