import { type ComponentType, lazy, Suspense, useState } from "react";

/** A part that is loaded when it is first shown, or before. */
export type LazyPart<P> = ComponentType<P> & {
  /** Loads it now, so that it is there in the very moment in which it is shown. */
  preload(): Promise<unknown>;
};

/**
 * A part of a page whose code is loaded when it is first shown; renders nothing until then.
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
    // A lazy component waits even for what is there. What is typed meanwhile would go elsewhere.
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
