/** An event whose default a listener can prevent, as with Electron's events. */
export interface Preventable {
  readonly isPrevented: boolean;
  preventDefault(): void;
}

export function preventable(): Preventable {
  let isPrevented = false;
  return {
    get isPrevented() {
      return isPrevented;
    },
    preventDefault() {
      isPrevented = true;
    },
  };
}
