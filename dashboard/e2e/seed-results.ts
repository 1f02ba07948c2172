import type { Dev } from './start-dev.ts'

type Sent = { path: string; body: Record<string, unknown> }

const picture = (prompt: string, size: string, more = {}): Sent => ({
  path: '/api/gen/image',
  body: { prompt, size, ...more },
})

const wanted: Sent[] = [
  picture('Mia warms her hands on the mug from the photo, snow behind her, early light', '2:3'),
  picture('The mug on a wooden table by the window', '1:1'),
  picture('Two mugs from above, coffee, a green leaf', '3:2'),
  picture('The mug beside a tent at night, stars', '1:1', { n: 2 }),
  picture('The mug on a plinth, soft lilac light', '2:3'),
  picture('A picture that the filter refuses', '1:1', { model: 'simulator/moderated' }),
  {
    path: '/api/gen/video',
    body: { prompt: 'The mug turns slowly', durationSeconds: 6, orientation: 'portrait' },
  },
  picture('A picture whose generator fails', '2:3', { model: 'simulator/fail' }),
]

/** Makes what an agent would have made: pictures, a video, and jobs that failed and were refunded. */
export async function seedResults({ baseUrl, owner }: Dev): Promise<void> {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { 'x-api-key': owner.apiKey, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const { product } = await call('/api/gen/products', { name: 'Enamel mug' })
  for (const { path, body } of wanted) await call(path, { ...body, productId: product.id })
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const { media } = await call('/api/gen/media?limit=50')
    if (media.every((one: { waiting: boolean }) => !one.waiting)) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the seeded jobs do not end')
}
