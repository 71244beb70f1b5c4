/// <reference types="vite/client" />

/** Information about the product, inserted by the build: see `vite.config.ts`. */
declare const __PRODUCT__: {
  readonly version: string;
  readonly licence: string;
  /** Packages that the product contains. */
  readonly parts: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
};
