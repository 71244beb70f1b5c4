import { TextField, type TextFieldProps } from "./TextField.tsx";
import { useAddressText } from "./useAddressText.ts";

export interface AddressFieldProps extends Omit<TextFieldProps, "onChange"> {
  /** Writes the text into the address, a moment after the last keystroke. */
  onText(text: string): void;
}

/** A labelled line of text whose value is in the address. */
export function AddressField({ value, onText, ...rest }: AddressFieldProps) {
  const [text, setText] = useAddressText(value, onText);
  return <TextField {...rest} value={text} onChange={(event) => setText(event.target.value)} />;
}
