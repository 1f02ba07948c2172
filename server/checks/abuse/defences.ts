import type { Mutation } from '../../harness/mutation/index.ts'

/**
 * A defence that can be taken out, and the abuse that must then be noticed: by a failed check that begins
 * with one of the `signs`, not by any failure.
 */
export type Defence = {
  name: string
  abuse: string
  signs: string[]
  /** Also noticed when honest requests are much slower than with all defences. */
  isSlowness?: boolean
  mutations: Mutation[]
}

const share = (abuse: string) => `${abuse}: no more than its share`
const failed = (abuse: string) => `${abuse}: no honest request failed`

export const defences: Defence[] = [
  {
    name: 'time for headers',
    abuse: 'slow headers',
    signs: [share('slow headers')],
    mutations: [
      { file: 'edge/http/open-http.ts', from: 'headersTimeout: HEADERS_MS,', to: 'headersTimeout: 60_000,' },
    ],
  },
  {
    name: 'time for bodies',
    abuse: 'slow bodies',
    signs: [share('slow bodies')],
    mutations: [
      {
        file: 'edge/http/receive-json.ts',
        from: 'const LIMIT = { bytesMax: JSON_BODY_BYTES, ms: 15_000 }',
        to: 'const LIMIT = { bytesMax: JSON_BODY_BYTES, ms: 600_000 }',
      },
    ],
  },
  {
    name: 'forms of a user',
    abuse: 'slow bodies',
    signs: [failed('slow bodies')],
    isSlowness: true,
    mutations: [
      {
        file: 'edge/http/receive-form.ts',
        from: 'if (open.length >= FORMS_MAX || ofUser.length >= FORMS_PER_USER_MAX) throw tooManyUploads()',
        to: 'if (open.length + 0 * ofUser.length >= FORMS_MAX) throw tooManyUploads()',
      },
    ],
  },
  {
    name: 'rate of reading',
    abuse: 'slow readers',
    signs: [share('slow readers')],
    mutations: [{ file: 'edge/http/open-http.ts', from: '  watchReaders(http.server)\n', to: '' }],
  },
  {
    name: 'files in slices',
    abuse: 'slow readers',
    signs: [failed('slow readers')],
    isSlowness: true,
    mutations: [
      {
        file: 'platform/storage/open-storage.ts',
        from: '      return readSlices(load, from, to)\n',
        to: `      const range = { range: \`bytes=\${from}-\${to}\`, 'x-amz-content-sha256': EMPTY_SHA256 }
      return (await send('GET', key, range)).body
`,
      },
    ],
  },
  {
    name: 'files of a network',
    abuse: 'slow readers',
    signs: [share('slow readers')],
    mutations: [
      {
        file: 'edge/http/new-file-turns.ts',
        from: '    if (files.size >= perNetwork) throw tooManyFiles()\n',
        to: '',
      },
    ],
  },
  {
    name: 'turns to open a file',
    abuse: 'slow readers',
    signs: [share('slow readers')],
    isSlowness: true,
    mutations: [
      {
        file: 'edge/http/new-file-turns.ts',
        from: 'opening.run(network, { waitMs: OPENING_WAIT_MS, signal }, work)',
        to: 'signal.aborted ? opening.run(network, { waitMs: 0, signal }, work) : work()',
      },
    ],
  },
  {
    name: 'fetches of a user',
    abuse: 'tarpits',
    signs: [failed('tarpits'), share('tarpits')],
    isSlowness: true,
    mutations: [
      { file: 'platform/fetching/open-fetcher.ts', from: 'turnsPerUser: 4,', to: 'turnsPerUser: 16,' },
    ],
  },
  {
    name: 'unknown keys',
    abuse: 'unknown keys',
    signs: [share('unknown keys')],
    mutations: [
      {
        file: 'access/identity/new-caller-resolver.ts',
        from: '    if (isNew) guard?.begin()\n',
        to: '',
      },
    ],
  },
  {
    name: 'replays',
    abuse: 'replays',
    signs: [share('replays')],
    mutations: [
      {
        file: 'edge/http/answer-incoming.ts',
        from: '      outerLimits.takeReplay(caller, rateClass, isForm)\n',
        to: '',
      },
    ],
  },
  {
    name: 'pace of forms',
    abuse: 'replays',
    signs: [share('replays')],
    mutations: [
      {
        file: 'edge/http/receive-form.ts',
        from: 'const FREE_BYTES = 2 * 1024 * 1024',
        to: 'const FREE_BYTES = 20 * 1024 * 1024',
      },
      {
        file: 'platform/turns/drop-body.ts',
        from: 'newBytePace(16 * 1024 * 1024)',
        to: 'newBytePace(1024 ** 4)',
      },
    ],
  },
  {
    name: 'pictures of a user',
    abuse: 'large pictures',
    signs: [failed('large pictures'), share('large pictures')],
    isSlowness: true,
    mutations: [
      {
        file: 'platform/imaging/open-cleaner.ts',
        from: 'runningPerUser: Math.max(1, concurrency - 1)',
        to: 'runningPerUser: concurrency',
      },
    ],
  },
  {
    name: 'pauses of heavy work',
    abuse: 'verify storms',
    signs: [failed('verify storms')],
    isSlowness: true,
    mutations: [
      {
        file: 'access/credits/verify-chain.ts',
        from: '    if (pacer.isDue()) await pacer.pause()\n',
        to: '    void pacer\n',
      },
      { file: 'access/credits/verify-chain.ts', from: 'PAGE_ROWS = 250', to: 'PAGE_ROWS = 20_000' },
      {
        file: 'platform/turns/open-heavy-work.ts',
        from: 'const RUNNING_PER_USER = 2',
        to: 'const RUNNING_PER_USER = 4',
      },
    ],
  },
  {
    name: 'slices of parsing',
    abuse: 'import storms',
    signs: [failed('import storms')],
    isSlowness: true,
    mutations: [
      { file: 'platform/turns/new-pacer.ts', from: 'const SLICE_MS = 4', to: 'const SLICE_MS = 60_000' },
      {
        file: 'learning/portability/import-knowledge.ts',
        from: 'const parsing = newTurns({ ...queue, running: 1 })',
        to: 'const parsing = newTurns({ ...queue, running: 16, runningPerUser: 16 })',
      },
    ],
  },
  {
    name: 'checks before storing',
    abuse: 'refused uploads',
    signs: [share('refused uploads')],
    mutations: [
      {
        file: 'production/jobs/store-upload.ts',
        from: '  await refuseIfUnaffordable(app.db, caller.owner, order.costCredits)\n',
        to: '  void refuseIfUnaffordable\n',
      },
      {
        file: 'production/jobs/submit-media.ts',
        from: '    if (upload && isRolledBack) await discardObject(app, upload.prepared.picture.objectKey)\n',
        to: '    void discardObject\n',
      },
    ],
  },
  {
    name: 'connections of a user',
    abuse: 'locked rows',
    signs: [failed('locked rows')],
    isSlowness: true,
    mutations: [
      { file: 'platform/db/open-db.ts', from: 'const USER_SHARE = 0.5', to: 'const USER_SHARE = 1' },
    ],
  },
]

export function findDefence(name: string): Defence {
  const found = defences.find((one) => one.name === name)
  const known = defences.map((one) => one.name).join(', ')
  if (!found) throw new Error(`there is no defence '${name}'; there are ${known}`)
  return found
}
