/**
 * Resolves a colour of the theme for an element: canvases do not support `light-dark()`, so the browser computes it. The
 * colours of the system, where it forces them, would make everything of a picture alike.
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
