/** What a colour of the theme comes to where an element stands: drawings know no `light-dark()`, so the browser is asked. */
export function resolveColour(near: HTMLElement, value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  near.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
