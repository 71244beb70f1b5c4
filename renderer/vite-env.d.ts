/// <reference types="vite/client" />

/** What is built, put in place by the build: see `vite.config.ts`. */
declare const __PRODUCT__: {
  readonly version: string;
  readonly licence: string;
  /** Packages that it is built with. */
  readonly parts: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
};
