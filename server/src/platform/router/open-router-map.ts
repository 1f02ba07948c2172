import { appendFile, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { askHaproxy } from './ask-haproxy.ts'

/**
 * A map of the router: which digests belong to this cell. The file is what a router reads when it starts; a
 * running one is told through its socket.
 */
export type RouterMap = {
  /** Adds digests, to the file first. */
  add(digests: string[]): Promise<void>
  /** Begins a new content, which takes effect as a whole at `commit`: no digest is missing meanwhile. */
  begin(): Promise<NewContent>
}

export type NewContent = {
  add(digests: string[]): Promise<void>
  /** The router could not be told something: `commit` writes the file, then throws this. */
  fail(error: Error): void
  commit(): Promise<void>
  abandon(): Promise<void>
}

export type RouterMapSettings = { file: string; cell: string; socketFile?: string | undefined }

/** HAProxy takes what fits into one of its buffers, 16 KB; a line of a digest has 68 characters. */
const LINES_AT_ONCE = 150
/** Digests of e-mail addresses can be guessed, so the files are for their owner alone. */
const MODE = 0o600

export async function openRouterMap({ file, cell, socketFile }: RouterMapSettings): Promise<RouterMap> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const toText = (digests: string[]) => digests.map((digest) => `${digest} ${cell}\n`).join('')
  const ask = async (command: string): Promise<string> =>
    socketFile === undefined ? '' : askHaproxy(socketFile, command)
  const tell = async (command: string): Promise<void> => {
    const answer = await ask(command)
    if (answer !== '') throw new Error(`the router answered: ${answer}`)
  }
  const send = async (version: string, digests: string[]): Promise<void> => {
    for (let at = 0; at < digests.length; at += LINES_AT_ONCE)
      await tell(`add map ${version}${file} <<\n${toText(digests.slice(at, at + LINES_AT_ONCE))}\n`)
  }
  return {
    async add(digests) {
      if (digests.length === 0) return
      await appendFile(file, toText(digests), { mode: MODE })
      await send('', digests)
    },
    async begin() {
      const unfinished = await open(`${file}.new`, 'w', MODE)
      // Without a router the files are still written: it reads them when it starts.
      let failure: Error | undefined
      const fail = (error: Error) => {
        failure ??= error
      }
      const unlessFailed = async (work: () => Promise<void>) => {
        if (!failure) await work().catch(fail)
      }
      let version = ''
      await unlessFailed(async () => {
        const answer = await ask(`prepare map ${file}\n`)
        if (socketFile !== undefined) version = `@${readVersion(answer)} `
      })
      return {
        async add(digests) {
          await unfinished.appendFile(toText(digests))
          await unlessFailed(() => send(version, digests))
        },
        fail,
        abandon: () => unfinished.close(),
        async commit() {
          await unfinished.sync()
          await unfinished.close()
          await rename(`${file}.new`, file)
          await unlessFailed(() => tell(`commit map ${version}${file}\n`))
          if (failure) throw failure
        },
      }
    },
  }
}

function readVersion(answer: string): string {
  const [, version] = /^New version created: (\d+)$/.exec(answer) ?? []
  if (version === undefined) throw new Error(`the router answered: ${answer}`)
  return version
}
