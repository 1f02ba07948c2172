/** Durations by setting. Each job stores its own, so a restart with other settings does not affect it. */
interface Durations {
  renderMs: number
  slowMs: number
}

/** How a submit is refused: status, code and message. */
export const refusals = {
  refused: [503, 'overloaded', 'The simulator is not taking jobs now.'],
  rejected: [422, 'moderated', 'The prompt was stopped by the safety filter.'],
  'bad key': [401, 'unauthorized', 'Invalid API key sk-simulator-4190.'],
} as const

export interface Scenario {
  description: string
  /** `undefined` means that the job never ends. */
  durationMs(durations: Durations): number | undefined
  outcome: 'succeeded' | 'generation_failed' | 'moderated'
  fileCount(n: number): number
  /** What its file addresses lead to. `expired`: only those given after the first download was refused do. */
  files: 'good' | 'last one broken' | 'expired' | 'gone'
  /** The response to the submit. */
  submit: 'answered' | 'reply lost' | 'held' | 'held and lost' | 'refused once' | keyof typeof refusals
  /** What happens to the second part of an order that comes in several. */
  second?: Scenario
}

const succeeds: Scenario = {
  description: 'Succeeds after the usual time with all files.',
  durationMs: (durations) => durations.renderMs,
  outcome: 'succeeded',
  fileCount: (n) => n,
  files: 'good',
  submit: 'answered',
}

const fails: Scenario = {
  ...succeeds,
  description: 'Fails halfway.',
  durationMs: (durations) => durations.renderMs / 2,
  outcome: 'generation_failed',
}

const hangs: Scenario = {
  ...succeeds,
  description: 'Runs forever and stays at 42 percent.',
  durationMs: () => undefined,
}

export const scenarios = {
  'simulator/ok': succeeds,
  'simulator/slow': {
    ...succeeds,
    description: 'Succeeds after a long time with all files.',
    durationMs: (durations) => durations.slowMs,
  },
  'simulator/fail': fails,
  'simulator/moderated': {
    ...succeeds,
    description: 'Is stopped early by moderation.',
    durationMs: (durations) => durations.renderMs / 4,
    outcome: 'moderated',
  },
  'simulator/refuse': {
    ...succeeds,
    description: 'Refuses every submit.',
    submit: 'refused',
  },
  'simulator/rejected': {
    ...succeeds,
    description: 'Refuses every submit because of its content.',
    submit: 'rejected',
  },
  'simulator/bad-key': {
    ...succeeds,
    description: 'Refuses every submit because of the key of its sender.',
    submit: 'bad key',
  },
  'simulator/hang': hangs,
  'simulator/partial': {
    ...succeeds,
    description: 'Succeeds with half of the files, or none when one was requested.',
    fileCount: (n) => Math.floor(n / 2),
  },
  'simulator/bad-file': {
    ...succeeds,
    description: 'Succeeds, but its last file is no picture or video.',
    files: 'last one broken',
  },
  'simulator/expired': {
    ...succeeds,
    description: 'Succeeds with addresses that have expired; asked again, it gives valid ones.',
    files: 'expired',
  },
  'simulator/gone': {
    ...succeeds,
    description: 'Succeeds with addresses that have expired, each time.',
    files: 'gone',
  },
  'simulator/lost-reply': {
    ...succeeds,
    description: 'Accepts the job, loses the reply to the submit, then continues like simulator/ok.',
    submit: 'reply lost',
  },
  'simulator/held': {
    ...succeeds,
    description: 'Holds the submit for a long time, and answers it with all files.',
    durationMs: (durations) => durations.slowMs,
    submit: 'held',
  },
  'simulator/held-lost': {
    ...succeeds,
    description: 'Holds the submit, and loses its answer.',
    submit: 'held and lost',
  },
  'simulator/one-by-one': {
    ...succeeds,
    description: 'Succeeds; meant for orders in several parts.',
  },
  'simulator/one-fails': {
    ...succeeds,
    description: 'Fails the second part of an order.',
    second: fails,
  },
  'simulator/one-hangs': {
    ...succeeds,
    description: 'Never finishes the second part of an order.',
    second: hangs,
  },
  'simulator/one-refused': {
    ...succeeds,
    description: 'Refuses the second part of an order when it comes for the first time.',
    second: { ...succeeds, submit: 'refused once' },
  },
} satisfies Record<string, Scenario>

export type Model = keyof typeof scenarios

/** Parts of an order have its reference and their number. */
export function scenarioOf({ model, reference }: { model: Model; reference: string }): Scenario {
  const scenario: Scenario = scenarios[model]
  return scenario.second && reference.endsWith('-1') ? scenario.second : scenario
}

export function isModel(name: unknown): name is Model {
  return typeof name === 'string' && Object.hasOwn(scenarios, name)
}
