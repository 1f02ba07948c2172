import { endpoints } from '@atelier/contract'
import { loadCharacter } from '#characters'
import { behindKey } from '#http'

export const readCharacter = behindKey(endpoints.readCharacter, async ({ app, caller, params }) => ({
  status: 200,
  body: { character: await loadCharacter(app, caller.owner, params.id ?? '') },
}))
