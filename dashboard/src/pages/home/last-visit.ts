const STORED = 'atelier.visit'
const DAY_MS = 86_400_000

type Visits = { from: string; seen: string }

function read(): Visits | null {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? 'null')
  } catch {
    return null
  }
}

/** A visit ends after an hour without Home; what came since the visit before is news. */
const VISIT_MS = 3_600_000

/** Since when Home tells news: the end of the visit before this one, or a day ago. */
export function newsSince(now: Date): { since: Date; isKnown: boolean } {
  const visits = read()
  if (!visits) return { since: new Date(now.getTime() - DAY_MS), isKnown: false }
  const isSameVisit = now.getTime() - new Date(visits.seen).getTime() < VISIT_MS
  return { since: new Date(isSameVisit ? visits.from : visits.seen), isKnown: true }
}

/** Called once Home was on screen for two seconds. */
export function markSeen(now: Date): void {
  const { since } = newsSince(now)
  localStorage.setItem(STORED, JSON.stringify({ from: since.toISOString(), seen: now.toISOString() }))
}
