import { endpoints } from '@atelier/contract'
import { inQuery, testSecurity } from './test-security.ts'

testSecurity(endpoints.listCeps, {
  valid: async ({ call }, { apiKey }) => {
    const { body } = await call('POST', '/api/agent/topics', { key: apiKey, body: { name: 'Winter' } })
    return { query: { topicId: body.topic.id } }
  },
  ids: { topicId: inQuery('topic', 'topicId', { foreign: 403, absent: 403 }) },
})
