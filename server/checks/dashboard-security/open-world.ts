import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import type { Defence, Target } from '../../harness/attacks/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import { fastPostgres, fastSettings, openSystem, type SeededUser } from '../../harness/driver/index.ts'
import { mutatedEnv } from '../../harness/mutation/index.ts'
import { buildPages } from './build-pages.ts'
import { type OtherSite, openOtherSite } from './open-other-site.ts'

const CHROMIUM = '/usr/bin/chromium'

/** How many wrong sign-ins are sent, and from how many networks. */
export type Sizes = { attempts: number; networks: number }

/** A running system with its pages, a browser, and the site of an attacker. */
export type World = Target & {
  readonly baseUrl: string
  readonly browser: Browser
  readonly otherSite: OtherSite
  readonly sizes: Sizes
  /** The built page as it lies on the disk. */
  pageFile(): string
  /** A user whom no attack has used yet. */
  takeUser(): SeededUser
}

/** The api trusts a proxy on this machine, so that a request can come from any network. */
const settings = { ...fastSettings, TRUST_PROXY: '127.0.0.1', SIMULATOR_LONG_SIDE_PIXELS: '64' }

export async function openWorld(users: number, sizes: Sizes): Promise<World> {
  const opened = await openSystem('dashboard-security', { users, env: settings, postgres: fastPostgres })
  const { system } = opened
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  closeOnExit(() => browser.close())
  const left = [...opened.users]
  let builds = 0
  const build = (pages: Defence['pages'] = []) => buildPages(join(opened.dir, `pages-${++builds}`), pages)
  const real = await build()
  let served = real
  const world: World = {
    baseUrl: system.baseUrl,
    browser,
    otherSite: await openOtherSite(),
    sizes,
    pageFile: () => join(served, 'index.html'),
    takeUser: () => {
      const user = left.shift()
      if (!user) throw new Error('all users are used up: create more')
      return user
    },
    async without({ mutations = [], pages = [] } = {}) {
      served = pages.length === 0 ? real : await build(pages)
      const env = { ...(await mutatedEnv(mutations)), DASHBOARD_DIR: served }
      for (const api of system.apis) {
        await api.stop()
        api.setEnv(env)
        await api.start()
      }
    },
  }
  await world.without()
  return world
}
