import type { SourceFile } from './read-repository.ts'
import { scanSource } from './scan-source.ts'

/** Hosts that the repository may name. Registries and mirrors belong to the settings of a machine. */
const HOSTS = new Set([
  '127.0.0.1',
  'localhost',
  'biomejs.dev',
  'unpkg.com',
  'www.w3.org',
  'github.com',
  'www.apache.org',
  'cv.iptc.org',
  'iptc.org',
  'purl.org',
  'schemas.agentskills.io',
  // The defaults of the settings of providers.
  'queue.fal.run',
  'api.fal.ai',
  'rest.fal.ai',
  'api.kie.ai',
  'kieai.redpandaai.co',
  'api.openai.com',
  'api.stripe.com',
  'api.dev.runwayml.com',
  'dnznrvs05pmza.cloudfront.net',
  'd2jqrm6oza8nb6.cloudfront.net',
])
const RESERVED = /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|org|net))$/

const ADDRESS = /\bhttps?:\/\/(?:[^\s/@'"`]*@)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi
const MACHINE_PATH = /(?<![\w.:/~$}*-])\/(?:work|root|home|tmp|Users)(?=[/\s'"`)]|$)/

export const checkHosts = (files: SourceFile[]): string[] =>
  eachLine(files, (line) =>
    [...line.matchAll(ADDRESS)]
      .map(([, host = '']) => host)
      .filter((host) => !HOSTS.has(host) && !RESERVED.test(host))
      .map((host) => `${host} is not an allowed host: use something.example, or take it from settings`),
  )

export const checkMachinePaths = (files: SourceFile[]): string[] =>
  eachLine(files, (line) =>
    MACHINE_PATH.test(line) ? ['this is a path of one machine: take it from settings or from tmpdir()'] : [],
  )

const SKIPPED = /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fails)\b|\bx(?:it|test|describe)\(/

/** Skipped tests are not allowed. A test for one platform can use `runIf`. */
export const checkSkippedTests = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      scanSource(text)
        .code.split('\n')
        .flatMap((line, index) =>
          SKIPPED.test(line) ? [`${path}:${index + 1}: run this test, or delete it`] : [],
        ),
    )

function eachLine(files: SourceFile[], check: (line: string) => string[]): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => check(line).map((complaint) => `${path}:${index + 1}: ${complaint}`)),
  )
}
