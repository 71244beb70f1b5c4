import { useEffect, useRef, useState } from "react";

/** Typing must not wait for the router: the address follows when the user pauses. */
const REST = 200;

/**
 * The text of the filter, mirrored in the address. A change of the address from outside (Back, a link) wins.
 *
 * @param inUrl the text in the address
 */
export function useFilterText(inUrl: string, setUrl: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(inUrl);
  const written = useRef(inUrl);
  // Views render often, each time with a new function: that must not delay the update of the address.
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
