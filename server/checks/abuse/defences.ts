import type { Mutation } from '../../harness/mutation/index.ts'

/** A defence that can be taken out, and the abuse that must then be noticed. */
export type Defence = { name: string; abuse: string; mutations: Mutation[] }

export const defences: Defence[] = [
  {
    name: 'time for headers',
    abuse: 'slow headers',
    mutations: [
      { file: 'edge/http/open-http.ts', from: 'headersTimeout: HEADERS_MS,', to: 'headersTimeout: 60_000,' },
    ],
  },
  {
    name: 'time for bodies',
    abuse: 'slow bodies',
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
    mutations: [{ file: 'edge/http/open-http.ts', from: '  watchReaders(http.server)\n', to: '' }],
  },
  {
    name: 'files in slices',
    abuse: 'slow readers',
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
    mutations: [
      {
        file: 'edge/http/new-file-turns.ts',
        from: '    if (files.size >= perNetwork) throw tooManyFiles(perNetwork)\n',
        to: '',
      },
    ],
  },
  {
    name: 'fetches of a user',
    abuse: 'tarpits',
    mutations: [
      { file: 'platform/fetching/open-fetcher.ts', from: 'turnsPerUser: 4,', to: 'turnsPerUser: 16,' },
    ],
  },
  {
    name: 'unknown keys',
    abuse: 'unknown keys',
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
    mutations: [
      {
        file: 'edge/http/open-http.ts',
        from: '      outerLimits.takeReplay(owner, rateClass, hasForm(request))\n',
        to: '',
      },
    ],
  },
]

export function findDefence(name: string): Defence {
  const found = defences.find((one) => one.name === name)
  const known = defences.map((one) => one.name).join(', ')
  if (!found) throw new Error(`there is no defence '${name}'; there are ${known}`)
  return found
}
