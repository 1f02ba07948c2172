import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import {
  callAs,
  type OpenSystem,
  openSystem,
  type SeededUser,
  writeForm,
} from '../../harness/driver/index.ts'
import { type Mutation, mutatedEnv } from '../../harness/mutation/index.ts'
import { dialTarpit, openTarpit, type Tarpit } from './fake-internet.ts'

/** Enough that 25 requests a second stay within the limits of each. */
const HONEST_USERS = 20
const ABUSERS = 12
/** The side of a picture of noise: 9 MB, more than any buffer on the way to a reader. */
const LARGE_PIXELS = 1_740
const SMALL_PIXELS = 256

export type Sizes = { slow: number; openSeconds: number; importLines: number; ledgerEntries: number }

export type HonestUser = SeededUser & { mediaId: string; productId: string }

/** A running system, its honest users and its abusers. */
export type World = OpenSystem & {
  baseUrl: string
  port: number
  honest: HonestUser[]
  abusers: SeededUser[]
  sizes: Sizes
  tarpit: Tarpit
  /** Paths of public files. */
  smallFile: string
  largeFile: string
  largePicture: Buffer
  /** Writes a body that is sent many times; returns its path. */
  saveBody(name: string, body: Buffer | string): Promise<string>
}

/** Starts a system, with some texts of its sources changed. */
export async function openWorld(sizes: Sizes, mutations: Mutation[]): Promise<World> {
  const tarpit = await openTarpit()
  const env = { LOG_LEVEL: 'warn', ...(await mutatedEnv([dialTarpit(tarpit.port), ...mutations])) }
  const opened = await openSystem('abuse', { users: HONEST_USERS + ABUSERS, env })
  const { baseUrl } = opened.system
  const owner = callAs(baseUrl, { 'x-api-key': opened.owner.apiKey })
  const upload = async (picture: Buffer) => {
    const { asset } = await owner('POST', '/api/gen/assets', {
      form: await writeForm({}, Promise.resolve(picture)),
    })
    return new URL(asset.url).pathname
  }
  const largePicture = await drawNoise(LARGE_PIXELS)
  const honest = await Promise.all(opened.users.slice(0, HONEST_USERS).map((user) => prepare(baseUrl, user)))
  const folder = await mkdtemp(join(opened.dir, 'bodies-'))
  return {
    ...opened,
    baseUrl,
    port: Number(new URL(baseUrl).port),
    honest,
    abusers: opened.users.slice(HONEST_USERS),
    sizes,
    tarpit,
    smallFile: await upload(await drawNoise(SMALL_PIXELS)),
    largeFile: await upload(largePicture),
    largePicture,
    async saveBody(name, body) {
      const path = join(folder, name)
      await writeFile(path, body)
      return path
    },
  }
}

/** A user with a job to poll and a product that takes photos. */
async function prepare(baseUrl: string, user: SeededUser): Promise<HonestUser> {
  const call = callAs(baseUrl, { 'x-api-key': user.apiKey })
  const { product } = await call('POST', '/api/gen/products', { body: { name: 'Mug' } })
  const { id } = await call('POST', '/api/gen/image', {
    body: { prompt: 'a red mug', model: 'simulator/ok' },
  })
  return { ...user, mediaId: id, productId: product.id }
}

/** Noise cannot be compressed, so the file stays as large as its pixels. */
const drawNoise = (pixels: number): Promise<Buffer> =>
  sharp({
    create: {
      width: pixels,
      height: pixels,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
