import { z } from 'zod'

/** The path of everything that the dashboard reads and writes in one mode. */
export const OWNER_PATH = '/api/owner/{mode}/'

export const modeParams = z.object({
  mode: z.enum(['live', 'test']).meta({ example: 'live' }).describe('Live or test data'),
})
