/** How long things take. Each job keeps its own, so a restart with other settings changes nothing for it. */
interface Durations {
  renderMs: number
  slowMs: number
}

export interface Scenario {
  description: string
  /** `undefined` stands for a job that never ends. */
  durationMs(durations: Durations): number | undefined
  outcome: 'succeeded' | 'generation_failed' | 'moderated'
  fileCount(n: number): number
  /** What happens to the submit itself. */
  submit: 'answered' | 'refused' | 'reply lost'
}

const succeeds: Scenario = {
  description: 'Takes the usual time and gives all files.',
  durationMs: (durations) => durations.renderMs,
  outcome: 'succeeded',
  fileCount: (n) => n,
  submit: 'answered',
}

export const scenarios = {
  'simulator/ok': succeeds,
  'simulator/slow': {
    ...succeeds,
    description: 'Takes long and gives all files.',
    durationMs: (durations) => durations.slowMs,
  },
  'simulator/fail': {
    ...succeeds,
    description: 'Fails half-way.',
    durationMs: (durations) => durations.renderMs / 2,
    outcome: 'generation_failed',
  },
  'simulator/moderated': {
    ...succeeds,
    description: 'Is stopped early by moderation.',
    durationMs: (durations) => durations.renderMs / 4,
    outcome: 'moderated',
  },
  'simulator/refuse': {
    ...succeeds,
    description: 'Takes no job: every submit is refused.',
    submit: 'refused',
  },
  'simulator/hang': {
    ...succeeds,
    description: 'Runs forever and stays at 42 percent.',
    durationMs: () => undefined,
  },
  'simulator/partial': {
    ...succeeds,
    description: 'Succeeds with half of the files; with none when one was asked for.',
    fileCount: (n) => Math.floor(n / 2),
  },
  'simulator/lost-reply': {
    ...succeeds,
    description: 'Takes the job, loses the reply to the submit, then goes on like simulator/ok.',
    submit: 'reply lost',
  },
} satisfies Record<string, Scenario>

export type Model = keyof typeof scenarios

export function isModel(name: unknown): name is Model {
  return typeof name === 'string' && Object.hasOwn(scenarios, name)
}
