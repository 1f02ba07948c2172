import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Accounts } from './suite.ts'

export type Deployment = { baseUrl: string; accounts: Accounts }

const READY_WITHIN_MS = 60_000
const CHECK_EVERY_MS = 250

/** A deployment that runs already: `file` holds the line that `pnpm dev --json` prints once it is ready. */
export async function findDeployment(file: string, url?: string): Promise<Deployment> {
  for (const endsAt = Date.now() + READY_WITHIN_MS; Date.now() < endsAt; await sleep(CHECK_EVERY_MS)) {
    const line = await readReadyLine(file)
    if (line?.baseUrl === undefined) continue
    const baseUrl = (url ?? line.baseUrl).replace(/\/$/, '')
    return { baseUrl, accounts: line }
  }
  throw new Error(`${file} holds no line with a baseUrl after ${READY_WITHIN_MS / 1000} s`)
}

async function readReadyLine(file: string): Promise<({ baseUrl?: string } & Accounts) | undefined> {
  try {
    return JSON.parse((await readFile(file, 'utf8')).trim().split('\n').at(-1) ?? '')
  } catch {
    return undefined
  }
}
