import { type ComponentProps, createElement } from "react";

type Tag = "div" | "pre" | "section" | "ul";

/** A scrolling region that can be reached by keyboard. @param as the element's tag name */
export function ScrollRegion<T extends Tag>({ as, ...rest }: { readonly as: T } & ComponentProps<T>) {
  return createElement<object>(as, { tabIndex: 0, ...rest });
}
