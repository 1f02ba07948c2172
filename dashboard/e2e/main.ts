// Drives the built dashboard of a real `pnpm dev` in Chromium: sign-in, the life of a key, an owner's day,
// products, knowledge, the second factor, consents, settings, the operator and the way in. Every page is
// looked at in two of eight looks: light or dark, English or Chinese, on a phone or a desk; what opens on a
// page in one of them. With --all-looks in all.
// Run: pnpm test:dashboard [--all-looks] [--shots FOLDER] [--parts NAME,NAME]. The parts are in parts.ts.
// --failed FILE writes what failed; --again FILE runs what this file names, and nothing else.
// Without checks: --sheets FOLDER draws every page in every state on contact sheets, with --only NAME,NAME
// some of the states: empty, one, waiting, refused, operator, way-in, factor, consent, long, many, broken.
// With --mocks FOLDER it puts the pages of these mocks beside ours, on the demo account. --pictures FOLDER
// takes the pictures that are committed (dashboard/screenshots), on the demo account, too.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { newChecks, type Wanted } from './checks.ts'
import { partNames, runParts } from './parts.ts'
import { makeSheets } from './sheets/make-sheets.ts'
import { pairMocks } from './sheets/pair-mocks.ts'
import { takeNamed } from './sheets/take-named.ts'
import { startDev } from './start-dev.ts'
import { walkDocuments } from './walks/walk-documents.ts'

const { values } = parseArgs({
  options: {
    shots: { type: 'string' },
    'all-looks': { type: 'boolean', default: false },
    parts: { type: 'string' },
    failed: { type: 'string' },
    again: { type: 'string' },
    sheets: { type: 'string' },
    only: { type: 'string', default: '' },
    mocks: { type: 'string' },
    pictures: { type: 'string' },
    documents: { type: 'boolean', default: false },
  },
})
if (values.mocks && !values.sheets) throw new Error('--mocks needs --sheets, the folder for the pictures')

const began = Date.now()
const checks = newChecks(readWanted())
const dev = await startDev({ isDemo: (values.mocks ?? values.pictures) !== undefined })
try {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    if (values.documents) await checks.part('documents', () => walkDocuments(checks, dev, browser))
    else if (values.pictures) await takeNamed(dev, browser, values.pictures)
    else if (values.sheets && values.mocks) await pairMocks(dev, browser, values.sheets, values.mocks)
    else if (values.sheets)
      await makeSheets(dev, browser, {
        folder: values.sheets,
        only: values.only.split(',').filter((name) => name !== ''),
      })
    else await runParts(checks, { ...dev, isWhole: values['all-looks'], shoot }, browser)
  } finally {
    await browser.close()
  }
} finally {
  await dev.stop()
}
if (values.failed) writeFileSync(values.failed, JSON.stringify(checks.failed()))
console.log(`     after ${((Date.now() - began) / 1_000).toFixed(0)} s`)
process.exit(checks.finish())

/** Undefined: everything. A name that is no part would check nothing, so it is refused. */
function readWanted(): Wanted | undefined {
  const named: Wanted = values.again
    ? new Map(Object.entries(JSON.parse(readFileSync(values.again, 'utf8')) as Record<string, string[]>))
    : new Map(values.parts?.split(',').map((name) => [name, 'all']))
  const unknown = [...named.keys()].filter((name) => !partNames.includes(name))
  if (unknown.length > 0)
    throw new Error(`no parts: ${unknown.join(', ')}. There are ${partNames.join(', ')}`)
  return named.size > 0 ? named : undefined
}

async function shoot(page: Page, name: string): Promise<void> {
  if (!values.shots) return
  mkdirSync(values.shots, { recursive: true })
  await page.screenshot({ path: join(values.shots, `${name}.png`) })
}
