/** How long things take. Each job keeps its own, so a restart with other settings changes nothing for it. */
interface Pace {
  renderMs: number
  slowMs: number
}

export interface Scenario {
  description: string
  /** `undefined` stands for a job that never ends. */
  durationMs(pace: Pace): number | undefined
  ends: 'succeeded' | 'generation_failed' | 'moderated'
  filesOf(n: number): number
  /** What happens to the submit itself. */
  submit: 'answered' | 'refused' | 'reply lost'
}

const succeeds: Scenario = {
  description: 'Takes the usual time and gives all files.',
  durationMs: (pace) => pace.renderMs,
  ends: 'succeeded',
  filesOf: (n) => n,
  submit: 'answered',
}

export const scenarios = {
  'simulator/ok': succeeds,
  'simulator/slow': {
    ...succeeds,
    description: 'Takes long and gives all files.',
    durationMs: (pace) => pace.slowMs,
  },
  'simulator/fail': {
    ...succeeds,
    description: 'Fails half-way.',
    durationMs: (pace) => pace.renderMs / 2,
    ends: 'generation_failed',
  },
  'simulator/moderated': {
    ...succeeds,
    description: 'Is stopped early by moderation.',
    durationMs: (pace) => pace.renderMs / 4,
    ends: 'moderated',
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
    filesOf: (n) => Math.floor(n / 2),
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
