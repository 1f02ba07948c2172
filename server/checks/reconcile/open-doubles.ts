import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type ProviderName = 'fal' | 'kie' | 'openai' | 'runway'

/** A double of a provider, as a process whose time stands still until it is advanced. */
export type RunningDouble = {
  url: string
  now(): Date
  advance(ms: number): Promise<void>
  fault(fault: object): Promise<void>
  close(): Promise<void>
}

const MAIN = join(import.meta.dirname, '..', '..', '..', 'doubles', 'src', 'main.ts')
/** None of them makes us wait, or refuses one of many jobs. */
const settings: Record<ProviderName, string[]> = {
  fal: ['callbacks=false', 'concurrency=null', 'taggedReporting=true', 'fetchReferences=false'],
  kie: ['concurrency=null', 'newTasksMax=null', 'runningMax=null', 'unseenReads=0', 'callbacks=false'],
  openai: ['concurrency=null'],
  runway: ['concurrency=null', 'dailyGenerations=null'],
}

async function startDouble(name: ProviderName, startAt: Date): Promise<RunningDouble> {
  const time = ['--time', 'virtual', '--start-at', String(startAt.getTime())]
  const set = settings[name].flatMap((one) => ['--set', one])
  const child = spawn(process.execPath, [MAIN, '--exit-with-parent', '--provider', name, ...time, ...set], {
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  let now = startAt.getTime()
  const control = async (path: string, body: object) => {
    const answer = await fetch(`${url}/__double/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`the double of ${name} answers ${answer.status}: ${await answer.text()}`)
  }
  return {
    url,
    now: () => new Date(now),
    async advance(ms) {
      now += ms
      await control('time', { advanceMs: ms })
    },
    fault: (fault) => control('scenario', fault),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

export type Doubles = Record<ProviderName, RunningDouble>

/** All four, at the same moment of the past. */
export async function openDoubles(startAt: Date): Promise<Doubles & { close(): Promise<void> }> {
  const [fal, kie, openai, runway] = await Promise.all([
    startDouble('fal', startAt),
    startDouble('kie', startAt),
    startDouble('openai', startAt),
    startDouble('runway', startAt),
  ])
  const all = { fal, kie, openai, runway }
  return { ...all, close: async () => void (await Promise.all(Object.values(all).map((one) => one.close()))) }
}

/** The settings under which the operator's commands talk to the doubles. */
export const settingsFor = ({ fal, kie, openai, runway }: Doubles) => ({
  ENVIRONMENT: 'production',
  FAL_KEY: 'double-key',
  FAL_ADMIN_KEY: 'double-admin-key',
  FAL_QUEUE_URL: fal.url,
  FAL_PLATFORM_URL: `${fal.url}/api/v1`,
  FAL_REST_URL: `${fal.url}/rest`,
  KIE_KEY: 'double-key',
  KIE_API_URL: kie.url,
  KIE_UPLOAD_URL: kie.url,
  OPENAI_KEY: 'double-key',
  OPENAI_ADMIN_KEY: 'double-admin-key',
  OPENAI_BASE_URL: `${openai.url}/v1`,
  RUNWAY_KEY: 'double-key',
  RUNWAY_BASE_URL: runway.url,
})
