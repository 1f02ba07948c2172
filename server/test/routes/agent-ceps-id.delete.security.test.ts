import { endpoints } from '@atelier/contract'
import type { SharedSystem } from '../use-shared-system.ts'
import type { TestUser } from '../use-system.ts'
import { inPath, testSecurity } from './test-security.ts'

async function makeCep({ call }: SharedSystem, { apiKey }: TestUser): Promise<string> {
  const { topic } = (await call('POST', '/api/agent/topics', { key: apiKey, body: { name: 'Winter' } })).body
  const body = { cepText: 'cold hands', topicId: topic.id }
  return (await call('POST', '/api/agent/ceps', { key: apiKey, body })).body.cep.id
}

testSecurity(endpoints.deleteCep, {
  valid: async (system, owner) => ({ params: { id: await makeCep(system, owner) } }),
  ids: {
    id: inPath('cep', 'id', {
      deleted: async (system, owner) => {
        const id = await makeCep(system, owner)
        await system.call('DELETE', `/api/agent/ceps/${id}`, { key: owner.apiKey })
        return id
      },
    }),
  },
})
