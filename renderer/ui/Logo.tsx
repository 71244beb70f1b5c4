/** The logo: two bodies on their orbits around a sun, in the theme's accent colour. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <circle cx="16" cy="16" r="4" fill="var(--accent)" />
      <circle cx="16" cy="16" r="8" stroke="var(--accent)" strokeOpacity="0.55" strokeWidth="1.6" />
      <circle cx="16" cy="16" r="13" stroke="var(--accent)" strokeOpacity="0.35" strokeWidth="1.6" />
      <circle cx="21.6" cy="10.4" r="2.4" fill="var(--accent)" />
      <circle cx="4.6" cy="22" r="2.6" fill="#e0a33a" />
    </svg>
  );
}
