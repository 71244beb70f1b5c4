import { messageOf } from "../../../shared/text/messageOf.ts";
import { WhyLink } from "./WhyLink.tsx";

/** The server's error message, and for a refusal a link to its explanation. */
export function ErrorText({ error }: { error: unknown }) {
  return (
    <>
      {messageOf(error)} <WhyLink error={error} />
    </>
  );
}
