/** Errors of code that could not be loaded, as the build's loader reports them; browsers word them differently. */
const errors = new WeakSet<object>();

/** Notes these errors from now on. */
export function watchCodeErrors(target: EventTarget = window): void {
  target.addEventListener("vite:preloadError", (event) => {
    const { payload } = event as Event & { readonly payload?: unknown };
    if (typeof payload === "object" && payload !== null) errors.add(payload);
  });
}

/** Whether a view failed because its code could not be loaded. */
export const isCodeError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && errors.has(error);
