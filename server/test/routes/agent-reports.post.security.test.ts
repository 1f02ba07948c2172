import { endpoints } from '@atelier/contract'
import type { TestClient, TestUser } from '../use-system.ts'
import { makeProduct } from './make-album.ts'
import { makeCep } from './make-order.ts'
import { inBody, testSecurity } from './test-security.ts'

const absent = { foreign: 404, absent: 404 }

/** Creates a CEP of the owner and deletes it. */
async function makeDeletedCep(system: TestClient, owner: TestUser): Promise<string> {
  const id = await makeCep(system, owner, (await makeProduct(system, owner)).id)
  await system.call('DELETE', `/api/agent/ceps/${id}`, { key: owner.apiKey })
  return id
}

testSecurity(endpoints.sendReport, {
  valid: async (system, owner) => {
    const product = await makeProduct(system, owner)
    return {
      body: {
        idempotencyKey: 'one',
        kind: 'claim',
        generatedMediaId: (await system.submit(owner, { model: 'simulator/fail' })).body.id,
        productId: product.id,
        cepId: await makeCep(system, owner, product.id),
        metric: 'roas',
        value: 3,
        windowStart: '2026-11-01',
        windowEnd: '2026-11-07',
      },
    }
  },
  ids: {
    generatedMediaId: inBody('media', 'generatedMediaId', absent),
    productId: inBody('product', 'productId', absent),
    cepId: inBody('cep', 'cepId', { ...absent, deleted: makeDeletedCep }),
  },
})
