import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { Loading } from "./Loading.tsx";

/**
 * A view whose code is loaded when it is first rendered. @example lazyView(() => import("./X.tsx").then((m) => m.X))
 */
export function lazyView(load: () => Promise<ComponentType>): ReactNode {
  const View = lazy(async () => ({ default: await load() }));
  return (
    <Suspense fallback={<Loading />}>
      <View />
    </Suspense>
  );
}
