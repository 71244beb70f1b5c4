import { WhyLink } from "./WhyLink.tsx";

/** What went wrong in the server's words, and for a refusal the way to its explanation. */
export function ErrorText({ error }: { error: unknown }) {
  return (
    <>
      {error instanceof Error ? error.message : String(error)} <WhyLink error={error} />
    </>
  );
}
