import { readFileSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { parseArgs, parseEnv } from 'node:util'
import { secretTexts, settings } from '#platform/config'
import { type Finding, failure, note } from './finding.ts'
import type { InstallationCommand } from './installation-command.ts'
import { checkedRoles, planChecks } from './plan-checks.ts'

const options = {
  file: { type: 'string' },
  without: { type: 'string', multiple: true, default: [] as string[] },
} as const
const WORDS = { ok: 'ok  ', note: 'note', failure: 'FAIL' }
const NAME_WIDTH = 10

export const doctor: InstallationCommand = {
  name: 'doctor',
  usage:
    'doctor api|worker|signer|migrate [--file FILE] [--without CHECK]\n' +
    '                                         check the settings of a process and every part that they name',
  async run(args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const role = checkedRoles.find((one) => one === positionals[0])
    if (!role || positionals.length > 1) throw new Error(`usage: ${doctor.usage}`)
    const unknownSettings = values.file === undefined ? [] : readSettingsFile(values.file)
    const hide = newScreen(secretTexts())
    const counts = { ok: 0, note: 0, failure: 0 }
    const print = (name: string, findings: Finding[]) => {
      for (const finding of findings) {
        counts[finding.kind]++
        console.log(hide(writeFinding(name, finding)))
      }
    }
    const plan = planChecks(role)
    print('settings', [...plan.settings, ...unknownSettings])
    for (const { name, run } of plan.checks)
      if (!values.without.includes(name)) print(name, await runCheck(run))
    console.log(`${counts.ok} passed, ${counts.failure} failed, ${counts.note} to be noted`)
    return counts.failure === 0 ? 0 : 1
  },
}

/** Sets what the file says and the environment does not, as Node does. Notes names that are no settings. */
function readSettingsFile(file: string): Finding[] {
  loadEnvFile(file)
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')))
  return names
    .filter((name) => !(name in settings))
    .map((name) => note(`${name} is not a setting of Atelier`))
}

/** A check that fails in a way it does not know still says what it met. */
async function runCheck(run: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  try {
    return await run()
  } catch (error) {
    return [failure((error as Error).message, 'Correct what the sentence names, and run this again.')]
  }
}

function writeFinding(name: string, finding: Finding): string {
  const text = finding.text.replace(/\s*\n\s*/g, ' ')
  const line = `${WORDS[finding.kind]} ${name.padEnd(NAME_WIDTH)} ${text}`
  return finding.kind === 'failure' ? `${line}\n     ${' '.repeat(NAME_WIDTH)} -> ${finding.remedy}` : line
}

/** Programs and servers quote what they were sent, so every line goes through here. */
function newScreen(secrets: string[]): (line: string) => string {
  const longestFirst = secrets.toSorted((one, other) => other.length - one.length)
  return (line) => longestFirst.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)
}
