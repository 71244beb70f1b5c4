import { useEffect, useRef, useState } from "react";

/** Milliseconds after the last keystroke until the address is updated, because typing must not wait for the router. */
const REST = 200;

/**
 * The text of the filter, mirrored in the address. A change of the address from outside (Back, a link) takes
 * precedence.
 *
 * @param inUrl the text in the address
 */
export function useFilterText(inUrl: string, setUrl: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(inUrl);
  const written = useRef(inUrl);
  // Views render often, each time with a new function, which must not delay the update of the address.
  const write = useRef(setUrl);
  write.current = setUrl;
  useEffect(() => {
    if (inUrl === written.current) return;
    written.current = inUrl;
    setText(inUrl);
  }, [inUrl]);
  useEffect(() => {
    if (text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      write.current(text);
    }, REST);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}
