import { expect, test } from 'vitest'
import { makePng } from '../../src/media/index.ts'
import { EDIT, type Kie, useKie, verdictOf } from './use-kie.ts'

const PNG = makePng({ key: 'a', width: 8, height: 8, sizeBytes: 0 })

interface UploadBody {
  success: boolean
  code: number
  msg: string
  data: Record<string, unknown> & { downloadUrl: string }
}

const stream = (double: Kie, fields: Record<string, string>, fileField = 'file') => {
  const form = new FormData()
  form.append(fileField, new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'a.png')
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const headers = { authorization: 'Bearer double-key' }
  return fetch(`${double.url}/api/file-stream-upload`, { method: 'POST', headers, body: form })
}

const upload = async (double: Kie, fields: Record<string, string>) =>
  (await (await stream(double, fields)).json()) as UploadBody

test('a file is uploaded as a form, and downloaded without a key', async () => {
  const double = await useKie()
  const { data, ...envelope } = await upload(double, { uploadPath: 'atelier/in' })
  expect(envelope).toEqual({ success: true, code: 200, msg: 'File uploaded successfully' })
  expect(data).toEqual({
    success: true,
    fileName: expect.stringMatching(/\.png$/),
    filePath: expect.stringMatching(/^atelier\/in\//),
    downloadUrl: `${double.url}/files/kieai/${data.filePath}`,
    fileSize: PNG.length,
    mimeType: 'image/png',
    uploadedAt: expect.stringMatching(/Z$/),
  })
  const answer = await fetch(data.downloadUrl)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG)
  await double.set({ uploadUrlField: 'fileUrl' })
  const older = (await upload(double, { uploadPath: 'in' })).data
  expect(older.fileUrl).toContain('/files/kieai/in/')
  expect(older).not.toHaveProperty('downloadUrl')
})

test('base64 and addresses are uploaded too', async () => {
  const double = await useKie()
  const send = async (name: string, body: object) =>
    (await (
      await double.post(`/api/file-${name}-upload`, { uploadPath: 'in', ...body })
    ).json()) as UploadBody
  const base64Data = PNG.toString('base64')
  const plain = await send('base64', { base64Data })
  const named = await send('base64', { base64Data: `data:image/png;base64,${base64Data}`, fileName: 'b.png' })
  expect(named.data).toMatchObject({ filePath: 'in/b.png', mimeType: 'image/png' })
  const copied = await send('url', { fileUrl: plain.data.downloadUrl })
  expect(copied.data).toMatchObject({ fileSize: PNG.length, mimeType: 'image/png' })
  const missing = await send('url', { fileUrl: `${double.url}/files/kieai/in/none.png` })
  expect(missing).toEqual({ success: false, code: 400, msg: expect.any(String), data: null })
})

test('the same name replaces the file, and files end after a day', async () => {
  const double = await useKie()
  const fields = { uploadPath: 'in', fileName: 'same.png' }
  const first = await upload(double, fields)
  const other = makePng({ key: 'b', width: 8, height: 8, sizeBytes: 0 }).toString('base64')
  await double.post('/api/file-base64-upload', { ...fields, base64Data: other })
  const now = Buffer.from(await (await fetch(first.data.downloadUrl)).arrayBuffer())
  expect(now.toString('base64')).toBe(other)
  await double.advance(24 * 3_600_000)
  expect((await fetch(first.data.downloadUrl)).status).toBe(404)
})

test('a wrong upload is refused', async () => {
  const double = await useKie()
  const codes = await Promise.all(
    [
      stream(double, {}),
      stream(double, { uploadPath: 'in' }, 'image'),
      stream(double, { uploadPath: 'in', extra: 'x' }),
      stream(double, { uploadPath: '../in' }),
      double.post('/api/file-base64-upload', { uploadPath: 'in', base64Data: '***' }),
      double.post('/api/file-base64-upload', { uploadPath: 'in', base64: 'AAAA' }),
      double.post('/api/file-url-upload', { uploadPath: 'in', fileUrl: 'a.png' }),
    ].map(async (answer) => (await verdictOf(await answer))[1]),
  )
  expect(codes).toEqual(Array(7).fill(422))
  expect((await verdictOf(await double.post('/api/file-stream-upload', {})))[1]).toBe(400)
})

test('references are fetched when that is set: 451 for what is not a picture', async () => {
  const double = await useKie({ fetchReferences: true })
  const { data } = await upload(double, { uploadPath: 'in' })
  const missing = `${double.url}/files/kieai/in/none.png`
  const create = (...input_urls: string[]) => double.create({ input_urls }, { model: EDIT })
  expect((await verdictOf(await create(data.downloadUrl, missing))).slice(0, 2)).toEqual([200, 451])
  expect((await verdictOf(await create(`${double.url}/__double/time`)))[1]).toBe(451)
  expect((await verdictOf(await create(data.downloadUrl)))[1]).toBe(200)
})

test('an own file gets a fresh address for 20 minutes, any other 422', async () => {
  const double = await useKie()
  const id = await double.buy()
  const url = `${double.url}/files/${id}/0.png`
  const sign = async (wanted: string) =>
    (await (await double.post('/api/v1/common/download-url', { url: wanted })).json()) as {
      code: number
      data: string
    }
  expect((await sign(url)).code).toBe(422)
  const day = 24 * 3_600_000
  await double.advance(2 * day)
  expect((await fetch(url)).status).toBe(404)
  const { data: fresh } = await sign(url)
  expect((await fetch(fresh)).status).toBe(200)
  await double.advance(20 * 60_000)
  expect((await fetch(fresh)).status).toBe(404)
  const others = [`${double.url}/files/${id}/1.png`, 'https://elsewhere.example/0.png', 'x']
  for (const other of others) expect((await sign(other)).code).toBe(422)
  const { data } = await upload(double, { uploadPath: 'in' })
  expect((await sign(data.downloadUrl)).data).toBe(data.downloadUrl)
  await double.advance(14 * day)
  expect((await sign(url)).code).toBe(422)
})
