import { newSender } from './new-sender.ts'

export type InspectedEngine = { version: string; deployments: number }

const ASK_MS = 3_000

/** Asks an engine at both of its addresses how it is. Throws with the address that does not answer. */
export async function inspectEngine(urls: {
  ingressUrl: string
  adminUrl: string
}): Promise<InspectedEngine> {
  const { send, close } = newSender()
  const ask = async (setting: string, url: string) => {
    try {
      return (await send('GET', url, ASK_MS)).text
    } catch (error) {
      throw new Error(`${setting} does not lead to an engine: ${(error as Error).message}`, { cause: error })
    }
  }
  try {
    await ask('ENGINE_INGRESS_URL', `${urls.ingressUrl}/restate/health`)
    const version = parse(await ask('ENGINE_ADMIN_URL', `${urls.adminUrl}/version`)).version
    const { deployments } = parse(await ask('ENGINE_ADMIN_URL', `${urls.adminUrl}/deployments`))
    if (typeof version !== 'string' || !Array.isArray(deployments))
      throw new Error('ENGINE_ADMIN_URL leads to something that is not an engine')
    return { version, deployments: deployments.length }
  } finally {
    await close()
  }
}

function parse(text: string): { version?: unknown; deployments?: unknown } {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}
