import { afterEach, expect, test } from 'vitest'
import {
  AtelierError,
  addProductReference,
  createProduct,
  listMedia,
  newClient,
  readCredits,
  submitImage,
  waitForMedia,
} from '../../../client/src/index.ts'
import { useSharedSystem } from '../use-shared-system.ts'
import { type Fault, type FaultyNetwork, openFaultyNetwork } from './open-faulty-network.ts'

const system = useSharedSystem()

const open: FaultyNetwork[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((network) => network.close()))
})

async function newUser(...faults: Fault[]) {
  const user = await system().createUser(2_000)
  const network = await openFaultyNetwork(system().baseUrl, ...faults)
  open.push(network)
  return { user, network, client: newClient({ baseUrl: network.baseUrl, apiKey: user.apiKey }) }
}

const order = { prompt: 'a mug', model: 'simulator/ok' }

test.each<Fault>(['lost before', 'lost after', 'cut', 'page'])(
  'an answer that is %s: a submit with a clientRef is sent again, makes one job and is charged once',
  async (fault) => {
    const { client, network } = await newUser(fault, fault)
    const job = await submitImage(client, { ...order, clientRef: 'mug-1' })
    expect(network.seen).toEqual([`POST ${fault}`, `POST ${fault}`, 'POST none'])
    expect(await waitForMedia(client, { id: job.id })).toMatchObject({
      status: 'completed',
      charged: 'charged',
    })
    expect((await listMedia(client)).media.map(({ id }) => id)).toEqual([job.id])
    expect((await readCredits(client)).balance).toBe(1_600)
  },
)

test.each<Fault>(['lost after', 'cut', 'page'])(
  'an answer that is %s: a submit without a clientRef is sent once, and its charge is unknown',
  async (fault) => {
    const { client, network } = await newUser(fault)
    const error = await submitImage(client, order).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AtelierError)
    expect(error).toMatchObject({ charged: 'unknown', hint: expect.stringContaining('list of media') })
    expect(network.seen).toEqual([`POST ${fault}`])
    // The service has executed it: a second submit would have been a second job.
    expect((await listMedia(client)).media).toHaveLength(1)
  },
)

test('a refusal of the service arrives with its code, its fields and the id of the request', async () => {
  const { client } = await newUser()
  const call = submitImage(client, { ...order, n: 4, clientRef: 'x'.repeat(500) })
  await expect(call).rejects.toMatchObject({
    code: 'invalid_request',
    status: 400,
    charged: 'none',
    retryable: false,
    requestId: expect.stringMatching(/\w{8}/),
    details: { field: 'clientRef' },
  })
})

test('a product is created with a picture, and not twice when the answer is lost', async () => {
  const { client, network } = await newUser('lost after')
  await expect(createProduct(client, { name: 'Mug' })).rejects.toMatchObject({ code: 'unreachable' })
  expect(network.seen).toEqual(['POST lost after'])
  const { product } = await createProduct(client, { name: 'Mug 2' })
  const png = Buffer.from(PIXEL, 'base64')
  const { photo } = await addProductReference(client, {
    id: product.id,
    label: 'front',
    file: new File([png], 'mug.png', { type: 'image/png' }),
  })
  expect(photo).toMatchObject({ label: 'front', isPrimary: true })
})

/** A picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
