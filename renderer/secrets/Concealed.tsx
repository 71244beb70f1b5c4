import { type ReactNode, useMemo } from "react";
import type { ApiObject } from "../../shared/object.ts";
import { hideSecrets } from "../../shared/secrets/hideSecrets.ts";
import { RevealBar } from "./RevealBar.tsx";
import { useReveal } from "./useReveal.ts";

export interface ConcealedProps {
  object: ApiObject;
  /** Draws what may be seen of the object. */
  children(shown: ApiObject): ReactNode;
}

/** A view of an object that leaves out confidential values until they are asked for. Other objects are shown as they are. */
export function Concealed({ object, children }: ConcealedProps) {
  const hidden = useMemo(() => hideSecrets(object), [object]);
  const [revealed, toggle] = useReveal(object.metadata.uid);
  if (hidden === object) return children(object);
  return (
    <>
      <RevealBar revealed={revealed} onToggle={toggle} />
      {children(revealed ? object : hidden)}
    </>
  );
}
