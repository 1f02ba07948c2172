import { endpoints } from '@atelier/contract'
import { inBody, testSecurity } from './test-security.ts'

testSecurity(endpoints.createCep, {
  valid: async ({ call }, { apiKey }) => {
    const { body } = await call('POST', '/api/gen/products', { key: apiKey, body: { name: 'Mug' } })
    return { body: { cepText: 'Coffee goes cold in long meetings', productId: body.product.id } }
  },
  ids: { productId: inBody('product', 'productId', { foreign: 403, absent: 403 }) },
})
