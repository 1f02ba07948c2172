import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectImage, inspectVideo, UnusablePicture } from '#platform/imaging'

let dir: string
let count = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'atelier-video-'))
})

afterAll(() => rm(dir, { recursive: true, force: true }))

/** Generates a real video with sound by ffmpeg. */
async function makeVideo(size: string, seconds: number, ...more: string[]): Promise<string> {
  const path = join(dir, `${count++}.mp4`)
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=12:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=d=${seconds}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  await ffmpeg(...picture, ...sound, ...codecs, ...more, path)
  return path
}

const ffmpeg = (...args: string[]) =>
  promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args])

async function write(bytes: Buffer): Promise<string> {
  const path = join(dir, `${count++}.mp4`)
  await writeFile(path, bytes)
  return path
}

const sizeOf = async (picture: Buffer) => {
  const { format, width, height } = await sharp(picture).metadata()
  return { format, width, height }
}

test('the size, codec, duration and a thumbnail of 512 pixels are read from a video', async () => {
  const wide = await inspectVideo(await makeVideo('640x360', 6))
  expect(wide).toMatchObject({ contentType: 'video/mp4', extension: 'mp4', width: 640, height: 360 })
  expect(wide).toMatchObject({ codec: 'h264', durationSeconds: 6 })
  expect(await sizeOf(wide.thumbnail)).toEqual({ format: 'jpeg', width: 512, height: 288 })
  const small = await inspectVideo(await makeVideo('90x160', 1))
  expect(await sizeOf(small.thumbnail)).toEqual({ format: 'jpeg', width: 288, height: 512 })
})

test.each([['libx265'], ['libsvtav1', '-preset', '8'], ['libvpx-vp9']])(
  'a video encoded by %s can be read',
  async (...codec) => {
    const { width, thumbnail } = await inspectVideo(await makeVideo('128x64', 1, '-c:v', ...codec))
    expect(width).toBe(128)
    expect(await sizeOf(thumbnail)).toEqual({ format: 'jpeg', width: 512, height: 256 })
  },
)

test('a rotated video has its displayed size', async () => {
  const path = join(dir, `${count++}.mp4`)
  await ffmpeg('-i', await makeVideo('160x90', 1), '-c', 'copy', '-metadata:s:v', 'rotate=90', path)
  const { width, height, thumbnail } = await inspectVideo(path)
  expect([width, height]).toEqual([90, 160])
  expect(await sizeOf(thumbnail)).toEqual({ format: 'jpeg', width: 288, height: 512 })
})

test.each([
  ['with its index last', []],
  ['with its index first', ['-movflags', '+faststart']],
  ['in fragments', ['-movflags', '+frag_keyframe+empty_moov', '-g', '6']],
])('a video %s is accepted, and refused when it is truncated anywhere', async (_, flags) => {
  const bytes = await readFile(await makeVideo('128x64', 2, ...flags))
  await expect(inspectVideo(await write(bytes))).resolves.toMatchObject({ durationSeconds: 2 })
  for (const part of [0.01, 0.3, 0.6, 0.9, 0.99]) {
    const cut = await write(bytes.subarray(0, Math.floor(bytes.length * part)))
    await expect(inspectVideo(cut), `cut at ${part}`).rejects.toThrow(UnusablePicture)
  }
  await expect(inspectVideo(await write(bytes.subarray(0, -1)))).rejects.toThrow(UnusablePicture)
})

test('a video whose packets are garbage is refused', async () => {
  const bytes = await readFile(await makeVideo('128x64', 2, '-movflags', '+faststart'))
  bytes.fill(0, bytes.indexOf('mdat') + 500, bytes.length - 500)
  await expect(inspectVideo(await write(bytes))).rejects.toThrow(UnusablePicture)
})

test('a duration, size, codec, track count or container out of bounds is refused', async () => {
  const two = ['-map', '0:v', '-map', '0:v']
  const refused = {
    'too long': await makeVideo('64x64', 62, '-r', '1'),
    'too wide': await makeVideo('4100x64', 1),
    'another codec': await makeVideo('64x64', 1, '-c:v', 'mpeg4'),
    'two picture tracks': await makeVideo('64x64', 1, ...two),
    'sound alone': await makeVideo('64x64', 1, '-vn'),
    'no video': await write(Buffer.from('#EXTM3U\nfile:///etc/hostname\n')),
    nothing: await write(Buffer.alloc(0)),
  }
  for (const [what, path] of Object.entries(refused)) {
    await expect(inspectVideo(path), what).rejects.toThrow(UnusablePicture)
  }
})

test('the longest side of a thumbnail is 512 pixels, also for a smaller picture', async () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#678' } })
      .png()
      .toBuffer()
  expect(await sizeOf((await inspectImage(await picture(384, 256))).thumbnail)).toMatchObject({ width: 512 })
  expect(await sizeOf((await inspectImage(await picture(257, 384))).thumbnail)).toMatchObject({ height: 512 })
  expect(await sizeOf((await inspectImage(await picture(1_537, 1_023))).thumbnail)).toMatchObject({
    width: 512,
  })
})
