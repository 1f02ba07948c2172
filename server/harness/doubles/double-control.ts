/** What a double has received, and what it did about it. */
export type DoubleLog = {
  submits: {
    number: number
    /** Our id of the job, with its part if it has several. */
    reference: string | null
    jobId: string | null
    taskIds: string[]
    outcome: 'accepted' | 'lost' | 'refused' | 'invalid' | 'reset'
    at: number
    try?: number
  }[]
  jobs: {
    id: string
    jobId: string
    reference: string | null
    model: string
    kind: string
    /** How many reference pictures it got. */
    references: number
    acceptedAt: number
    startedAt: number | null
    finishedAt: number | null
    outcome: string | null
  }[]
  counts: Record<string, number>
  perReference: Record<string, { posts: number; accepted: number }>
  requests: LoggedRequest[]
  callbacks: { taskId: string; attempt: number; variant: string | null; status: number | null }[]
}

export type LoggedRequest = {
  number: number
  at: number
  method: string
  path: string
  query: Record<string, string>
  route: string | null
  status: number | null
  fault: string | null
  taskIds: string[]
  headers: Record<string, string>
  body: unknown
}

export type BillBody = {
  entries: { taskId: string; units: number; unit: string; microUsd: number }[]
  total: { units: number; microUsd: number }
}

/** The control API of a double; `doubles/README.md` lists the faults and the settings. */
export type DoubleControl = {
  /** Queues faults. */
  fault(...faults: object[]): Promise<void>
  clearFaults(): Promise<void>
  set(settings: Record<string, unknown>): Promise<void>
  settings(): Promise<Record<string, unknown>>
  log(): Promise<DoubleLog>
  bill(): Promise<BillBody>
}

export function newDoubleControl(url: string): DoubleControl {
  const control = async (method: string, name: string, body?: unknown) => {
    const answer = await fetch(`${url}/__double/${name}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`the double answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  return {
    fault: async (...faults) => void (await control('POST', 'scenario', { faults })),
    clearFaults: async () => void (await control('DELETE', 'scenario')),
    set: async (settings) => void (await control('POST', 'settings', settings)),
    settings: async () =>
      ((await control('GET', 'settings')) as { settings: Record<string, unknown> }).settings,
    log: async () => (await control('GET', 'log')) as DoubleLog,
    bill: async () => (await control('GET', 'bill')) as BillBody,
  }
}
