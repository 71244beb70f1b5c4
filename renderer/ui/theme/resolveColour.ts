/**
 * Resolves a colour of the theme for an element: canvases do not support `light-dark()`, so the browser computes it.
 * Forced system colours are not applied, because they would make all parts of a picture look the same.
 */
export function resolveColour(near: HTMLElement, value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  probe.style.setProperty("forced-color-adjust", "none");
  near.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
