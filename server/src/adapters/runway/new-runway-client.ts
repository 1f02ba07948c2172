import type { Agent } from 'undici'
import { type Answer, type Call, callProvider, cleanReason, newDispatcher } from '#adapters/shared'
import type { RunwaySettings } from './runway-settings.ts'

/** The API refuses every call without it. */
const VERSION = '2024-11-06'

export type RunwayClient = {
  settings: RunwaySettings
  dispatcher: Agent
  /** One call of the API, with our key. */
  call(path: string, call: Call): Promise<Answer>
  /** A text of Runway as the owner of a job may see it. */
  clean(text: string): string
}

export function newRunwayClient(settings: RunwaySettings): RunwayClient {
  const dispatcher = newDispatcher()
  const own = { authorization: `Bearer ${settings.key}`, 'x-runway-version': VERSION }
  return {
    settings,
    dispatcher,
    call: (path, call) =>
      callProvider(dispatcher, new URL(path, settings.baseUrl).href, {
        ...call,
        headers: { ...call.headers, ...own },
      }),
    clean: (text) => cleanReason(text, [settings.key]),
  }
}
