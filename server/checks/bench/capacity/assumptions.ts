/** What the bench did not measure: choices, and figures from elsewhere. Printed with their reasons. */
export const assumptions = {
  utilization: { name: 'use of a core that is planned for', value: 0.6, why: 'room for bursts and failover' },
  coresOfMachine: {
    name: 'cores of one machine',
    value: 16,
    why: 'Postgres and the engine are one machine each',
  },
  processCores: { name: 'cores that one api or worker uses', value: 1, why: 'one thread runs our code' },
  poolSize: { name: 'connections of one process', value: 16, why: 'the default of DATABASE_POOL_SIZE' },
  serverConnections: {
    name: 'connections of Postgres behind the pooler',
    value: 200,
    why: 'max_connections of a cell; each costs memory, few are busy',
  },
  statementsPerJob: { name: 'statements of a job', value: 13, why: 'counted: submit 7, run 5, callback 1' },
  statementMs: { name: 'time of a statement with its commit', value: 3, why: 'with a synchronous standby' },
  stepSeconds: {
    name: 'seconds that a run holds a slot of the engine',
    value: 4,
    why: 'send, 3 s until it is suspended, store',
  },
  slots: { name: 'slots of the engine', value: 4_000, why: '4 partitions with 1,000 each' },
  putsPerJob: { name: 'objects stored for a job', value: 2, why: 'the file and its thumbnail' },
  readsPerFile: {
    name: 'reads of a finished file',
    value: 1.5,
    why: 'the agent uploads it; the owner looks at it; straight from storage, by redirect',
  },
  measuredMegabytes: { name: 'megabytes of a picture of the bench', value: 0.5, why: '512 pixels' },
  pictureMs: {
    name: 'CPU ms of the worker for each megabyte more of a picture',
    value: 7,
    why: 'decoding and the thumbnail take 4 ms at 512 pixels, 11 at 1024',
  },
  pictureMegabytes: {
    name: 'megabytes of the largest picture',
    value: 4,
    why: 'larger files are videos, which are not decoded',
  },
  pollMs: { name: 'CPU ms of the api for a poll', value: 1, why: 'one statement and a small answer' },
  walMegabytes: {
    name: 'WAL a second that one Postgres carries',
    value: 100,
    why: 'one fast disk and a standby',
  },
  networkMegabytes: {
    name: 'bytes a second of a cell',
    value: 2_500,
    why: '20 Gbit/s to storage and callers',
  },
  checksPerSecond: {
    name: 'checks of providers a second',
    value: 1_000,
    why: 'one worker, 200 in a statement',
  },
  retentionDays: { name: 'days of open partitions', value: 30, why: 'older ones are detached' },
  diskGigabytes: { name: 'GB of Postgres of a cell', value: 4_000, why: 'what a restore may take' },
} as const
