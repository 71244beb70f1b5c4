/**
 * Resolves a colour of the theme for an element: canvases do not support `light-dark()`, so the browser computes it.
 */
export function resolveColour(near: HTMLElement, value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  near.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
