/** An event that a listener may hold back, as Electron's are. */
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
