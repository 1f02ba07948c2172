import { endpoints } from '@atelier/contract'
import openapi from '@atelier/contract/openapi.json' with { type: 'json' }
import { openToAll } from '#edge/http'

export const readOpenapi = openToAll(endpoints.readOpenapi, async () => ({ status: 200, body: openapi }))
