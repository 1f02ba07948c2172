import { networks, runSlowSockets, type SlowOutcome } from './run-slow-sockets.ts'
import type { Scenario } from './scenario.ts'
import { watchConnections } from './watch-connections.ts'

/** Nobody may hold a connection for longer than 30 s by being slow; a client notices it up to 5 s later. */
const CUT_WITHIN_SECONDS = 35
const SEVERAL_NETWORKS = 40
/** The default of the setting. */
const FILES_PER_NETWORK = 64

/** Measured: 10 to 16 with all defences, 22 to 30 without turns to open a file. More on a slow machine. */
const STORAGE_CONNECTIONS_MAX = 24

/** A reader must take some of the file in every 10 s. */
const READERS_CUT_WITHIN_SECONDS = 20

const areCutWithin =
  (seconds: number) =>
  ({ opened, longestSeconds }: SlowOutcome): string[] => [
    ...(opened === 0 ? ['nothing was opened'] : []),
    ...(longestSeconds > seconds ? [`a slow client lasted ${longestSeconds.toFixed(1)} s`] : []),
  ]
const areCut = areCutWithin(CUT_WITHIN_SECONDS)
const areReadersCut = areCutWithin(READERS_CUT_WITHIN_SECONDS)

const headers: Scenario = {
  name: 'slow headers',
  prepare: async ({ port, sizes }) => {
    const first = 'GET /api/gen/credits HTTP/1.1\r\nx-slow: '
    const plan = { port, count: sizes.slow, networks: networks(SEVERAL_NETWORKS), first, drip: 'x' }
    const pace = { openSeconds: sizes.openSeconds, everySeconds: 1, readBytes: 2_048, again: true }
    return () => runSlowSockets({ ...plan, ...pace }, areCut)
  },
}

/** JSON bodies and forms of users with a valid key. */
const bodies: Scenario = {
  name: 'slow bodies',
  prepare: async ({ port, sizes, abusers }) => {
    const pace = { openSeconds: sizes.openSeconds, everySeconds: 1, readBytes: 2_048, again: true }
    const head = (path: string, type: string, apiKey = '') => {
      const lines = [`POST ${path} HTTP/1.1`, `x-api-key: ${apiKey}`, `content-type: ${type}`]
      return `${lines.join('\r\n')}\r\ncontent-length: 200000\r\n\r\n`
    }
    const json = `${head('/api/gen/image', 'application/json', abusers[0]?.apiKey)}{`
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const form = `${head('/api/gen/video', 'multipart/form-data; boundary=b', abusers[1]?.apiKey)}${file}`
    const plan = { port, networks: networks(SEVERAL_NETWORKS), drip: 'x', ...pace }
    return () => {
      const both = [
        runSlowSockets({ ...plan, count: sizes.slow - sizes.slow / 10, first: json }, areCut),
        runSlowSockets({ ...plan, count: sizes.slow / 10, first: form }, areCut),
      ]
      return {
        async stop() {
          const results = await Promise.all(both.map((one) => one.stop()))
          const summary = results.map((one) => one.summary).join('; forms: ')
          return { summary, failures: results.flatMap((one) => one.failures) }
        },
      }
    }
  },
}

/**
 * Each reads 2 KB every 5 s of a file of 9 MB: at that rate it would take six hours. The first half comes
 * from one network, which has time to take more than its share, and the second half from many.
 */
const readers: Scenario = {
  name: 'slow readers',
  prepare: async ({ port, sizes, largeFile, system }) => {
    const first = `GET ${largeFile} HTTP/1.1\r\nhost: a\r\n\r\n`
    const many = networks(SEVERAL_NETWORKS)
    const half = Math.ceil(sizes.slow / 2)
    const plan = {
      port,
      count: sizes.slow,
      first,
      drip: '',
      networks: [
        ...Array(half).fill('127.0.8.1'),
        ...Array.from({ length: half }, (_, at) => many[at % many.length]),
      ],
    }
    const pace = { openSeconds: sizes.openSeconds, everySeconds: 5, readBytes: 2_048, again: true }
    return () => {
      const loading = watchConnections(Number(new URL(system.s3.endpoint).port))
      const reading = runSlowSockets({ ...plan, ...pace }, (outcome) => [
        ...areReadersCut(outcome),
        ...areShared(outcome),
      ])
      return {
        stop: async () => ({ ...(await reading.stop()), failuresWhenCalm: areFew(loading.stop()) }),
      }
    }
  },
}

/** A little above the share: a client that was cut off may notice it after the next one has its turn. */
const areShared = ({ mostOfNetwork }: SlowOutcome): string[] =>
  mostOfNetwork > 1.25 * FILES_PER_NETWORK ? [`${mostOfNetwork} files were open to one network`] : []

const areFew = (connections: number): string[] =>
  connections > STORAGE_CONNECTIONS_MAX ? [`${connections} connections to the storage were open at once`] : []

export const scenariosOfSockets = [headers, bodies, readers]
