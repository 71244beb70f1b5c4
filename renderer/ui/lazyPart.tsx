import { type ComponentType, lazy, Suspense, useState } from "react";

/** A component that is loaded when it is first rendered, or earlier by `preload`. */
export type LazyPart<P> = ComponentType<P> & {
  /** Loads the component, so that it can be rendered without delay later. */
  preload(): Promise<unknown>;
};

/**
 * A component whose code is loaded when it is first rendered; renders nothing until then.
 *
 * @example lazyPart(() => import("./X.tsx").then((m) => m.X))
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  const preload = async (): Promise<ComponentType<P>> => {
    loaded = await load();
    return loaded;
  };
  const Part = lazy<ComponentType<P>>(async () => ({ default: await preload() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a part, at the top of a module
  function Shown(props: P) {
    // A lazy component is asynchronous even if it is already loaded, and keys typed meanwhile would go elsewhere.
    const [Ready] = useState(() => loaded);
    if (Ready !== undefined) return <Ready {...props} />;
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(Shown, { preload });
}
