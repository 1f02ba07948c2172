import { endpoints } from '@atelier/contract'
import { loadCharacter } from '#catalog/characters'
import { keyRoute } from '#edge/http'

export const readCharacter = keyRoute(endpoints.readCharacter, async ({ app, caller, params }) => ({
  status: 200,
  body: { character: await loadCharacter(app, caller.owner, params.id) },
}))
