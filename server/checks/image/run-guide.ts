import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Image } from './build-image.ts'
import type { Block } from './read-guide.ts'
import { BUCKET_URL } from './start-bucket.ts'
import { type Mount, type Network, startContainer } from './start-container.ts'

type Given = {
  operator: Image
  home: string
  mounts: Mount[]
  network: Network
  log: string
  /** Called with each step that ended, by what the guide shows. */
  onStep: (name: string, seconds: number) => void
}

/** The only words of the guide that an operator replaces. */
const replace = (text: string): string =>
  text
    .replaceAll('<this repository>', '/srv/atelier.git')
    .replaceAll('atelier.example.com', 'localhost')
    .replaceAll('https://s3.example.com', BUCKET_URL)

const MARK = '=== ended: '
/** A guide that waits for what never comes is ended. */
const MOST_MS = 900_000

/** Runs blocks of the guide in one shell, as an ordinary user of a clean machine. Returns its exit status. */
export async function runGuide(blocks: Block[], given: Given): Promise<number> {
  const { operator, home, network, log, mounts, onStep } = given
  const steps = blocks.map(({ heading, text }) => {
    const first = text.split('\n')[0]?.slice(0, 60) ?? ''
    return `${replace(text)}\nprintf '%s\\n' ${quote(`${MARK}${heading}: ${first}`)}\n`
  })
  await writeFile(join(home, 'guide.sh'), `set -eu -o pipefail\ncd ${quote(home)}\n${steps.join('\n')}`)
  const container = {
    image: operator,
    user: operator.user,
    command: [join(home, 'guide.sh')],
    env: { HOME: home, TMPDIR: '/var/tmp' },
    mounts: [{ from: home, to: home, isReadOnly: false }, ...mounts],
    temporary: ['/var/tmp'],
  }
  let since = performance.now()
  let rest = ''
  const print = (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines.filter((one) => one.startsWith(MARK))) {
      onStep(line.slice(MARK.length), (performance.now() - since) / 1_000)
      since = performance.now()
    }
  }
  const guide = startContainer(container, network, { log, print })
  const late = setTimeout(() => void guide.stop(), MOST_MS)
  return guide.ended.finally(() => clearTimeout(late))
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export const readTail = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8').catch(() => '')).split('\n').slice(-30).join('\n')
