import { type ComponentType, lazy, Suspense } from "react";

/**
 * A part of a page whose code is loaded when it is first shown; renders nothing until then.
 *
 * @example lazyPart(() => import("./X.tsx").then((m) => m.X))
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy<ComponentType<P>>(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a part, at the top of a module
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
