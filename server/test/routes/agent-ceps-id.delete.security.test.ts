import { endpoints } from '@atelier/contract'
import type { Person } from '../house.ts'
import type { SharedHouse } from '../shared-house.ts'
import { inPath, testSecurity } from './test-security.ts'

async function makeCep({ call }: SharedHouse, { apiKey }: Person): Promise<string> {
  const { topic } = (await call('POST', '/api/agent/topics', { key: apiKey, body: { name: 'Winter' } })).body
  const body = { cepText: 'cold hands', topicId: topic.id }
  return (await call('POST', '/api/agent/ceps', { key: apiKey, body })).body.cep.id
}

testSecurity(endpoints.deleteCep, {
  valid: async (house, owner) => ({ params: { id: await makeCep(house, owner) } }),
  ids: {
    id: inPath('cep', 'id', {
      deleted: async (house, owner) => {
        const id = await makeCep(house, owner)
        await house.call('DELETE', `/api/agent/ceps/${id}`, { key: owner.apiKey })
        return id
      },
    }),
  },
})
