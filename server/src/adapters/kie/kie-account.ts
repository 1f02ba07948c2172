import { type Answer, type Call, callProvider, cleanReason, newDispatcher } from '#adapters/shared'
import type { KieSettings } from './kie-settings.ts'

/** How the other files reach kie: with the key, and only at the two configured addresses. */
export type KieAccount = {
  settings: KieSettings
  askApi(path: string, call: Call): Promise<Answer>
  askUploads(path: string, call: Call): Promise<Answer>
  /** A text of kie as the owner of a job may read it. */
  clean(text: string): string
}

export function newKieAccount(settings: KieSettings): KieAccount {
  const dispatcher = newDispatcher()
  const { key, webhookKey = '' } = settings
  const askAt = (baseUrl: string) => (path: string, call: Call) =>
    callProvider(dispatcher, `${baseUrl}${path}`, { ...call, headers: { authorization: `Bearer ${key}` } })
  return {
    settings,
    askApi: askAt(settings.apiUrl),
    askUploads: askAt(settings.uploadUrl),
    clean: (text) => cleanReason(text, [key, webhookKey]),
  }
}
