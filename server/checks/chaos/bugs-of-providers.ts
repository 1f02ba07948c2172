import type { Bug } from './bug.ts'
import { alone, calm } from './calm-load.ts'
import { type Faults, noFaults } from './on-doubles/usual-faults.ts'
import type { PlanChange } from './plan-run.ts'
import type { Kind } from './plan-submits.ts'

const onDoubles = (mix: Kind[], faults: Partial<Faults> = {}): PlanChange => ({
  ...calm,
  isOnDoubles: true,
  faults: { ...noFaults, ...faults },
  behaviour: { ...alone, mix },
})

/** Mistakes with real providers, which only their doubles show. */
export const bugsOfProviders: Bug[] = [
  {
    name: 'resend-lost-reply',
    description: 'a submit whose reply was lost counts as refused and is sent again',
    caughtBy: 'secondSubmits',
    jobs: 20,
    mutations: [
      {
        file: 'production/jobs/send-parts.ts',
        from: 'return recordAnswer(sent, answer, ordered)',
        to: `const lost = { kind: 'refused', class: 'provider_transient', message: 'lost' } as const
  return recordAnswer(sent, answer.kind === 'unknown' ? lost : answer, ordered)`,
      },
    ],
    change: onDoubles([{ model: 'kie-images', n: 1, weight: 1 }], {
      kie: [{ fault: 'lost_reply', times: 8 }],
    }),
  },
  {
    name: 'child-counted-twice',
    description: 'of an order in several parts, the files of one part are taken for those of the others',
    caughtBy: 'corruptFiles',
    jobs: 20,
    mutations: [
      {
        file: 'production/jobs/check-parts.ts',
        from: 'return files.map((source, i) => ({ index: first + i, source }))',
        to: `const [child] = parts.flatMap((one) => (one.state.kind === 'done' ? one.state.files : []))
    return files.map((source, i) => ({ index: first + i, source: child ?? source }))`,
      },
    ],
    change: onDoubles([{ model: 'kie-images', n: 2, weight: 1 }]),
  },
  {
    name: 'test-key-outside',
    description: 'test keys order from the same providers as live keys',
    caughtBy: 'testKeysOutside',
    jobs: 20,
    mutations: [
      {
        file: 'adapters/setup/open-providers.ts',
        from: 'test: newOffer(simulated, {}),',
        to: 'test: newOffer([...real, ...simulated], listing.defaults),',
      },
    ],
    change: onDoubles([{ model: 'simulator/ok', n: 1, weight: 1, isTest: true }]),
  },
]
