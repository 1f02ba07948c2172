import { endpoints } from '@atelier/contract'
import openapi from '@atelier/contract/openapi.json' with { type: 'json' }
import { publicRoute } from '#edge/http'

export const readOpenapi = publicRoute(endpoints.readOpenapi, async () => ({ status: 200, body: openapi }))
