/** The mark of Atelier. */
export const Mark = () => (
  <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
    <rect width="22" height="22" rx="6" fill="var(--ink)" />
    <path
      d="M6 16.500 11 5.500l5 11"
      fill="none"
      stroke="var(--on-ink)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="11" cy="13.500" r="1.700" fill="var(--on-ink)" />
  </svg>
)
