import { type ComponentProps, createElement } from "react";

type Tag = "div" | "pre" | "section" | "ul";

/** A region that scrolls, and that the keyboard reaches. @param as the element that it is */
export function ScrollRegion<T extends Tag>({ as, ...rest }: { readonly as: T } & ComponentProps<T>) {
  return createElement<object>(as, { tabIndex: 0, ...rest });
}
