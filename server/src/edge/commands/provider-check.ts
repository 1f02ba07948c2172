import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { openAccounts } from '#adapters/accounts'
import { newInquiry, newKit, type Reply } from '#adapters/questions'
import type { Command } from '#edge/command-line'
import { readProviderAccounts } from '#platform/config'

const options = {
  yes: { type: 'boolean', default: false },
  'reference-url': { type: 'string' },
} as const

export const providerCheck: Command = {
  name: 'provider-check',
  usage:
    'provider-check fal|kie|openai|runway [--yes] [--reference-url URL]\n' +
    '                                         buy a few pictures and answer what only a real key can show',
  async run(args) {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const accounts = readProviderAccounts()
    const account = openAccounts(accounts).find(({ name }) => name === positionals[0])
    if (!account) throw new Error('name a provider: fal, kie, openai or runway')
    const { key, name, provider, keySetting } = account
    if (!key) throw new Error(`${keySetting} is not set`)
    const { inquiry, authorize } = newInquiry(name, accounts.settings)
    const { purchases, microsEach, plan } = inquiry
    console.log(`This asks ${name} with the key in ${keySetting}. It`)
    for (const sentence of plan) console.log(`- ${sentence}`)
    console.log(
      `It sends at most ${purchases} orders, for at most $${((purchases * microsEach) / 1e6).toFixed(2)}, ` +
        'by the prices that we know.',
    )
    if (!values.yes && !(await confirm())) {
      console.log('Nothing was sent.')
      return 1
    }
    const referenceUrl = values['reference-url']
    const kit = newKit({ provider, key, authorize, purchases, referenceUrl })
    let otherwise = 0
    for await (const reply of inquiry.ask(kit)) {
      printReply(reply)
      if (reply.verdict === 'otherwise') otherwise++
    }
    return otherwise === 0 ? 0 : 1
  },
}

/** Only a plain yes buys. A closed input is none. */
async function confirm(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question('Go on? [y/N] '), ended])
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

function printReply({ question, observed, verdict, status }: Reply): void {
  console.log(`\n${question}\n  ${verdict}: ${observed}`)
  if (status !== undefined) console.log(`  answered: ${status}`)
}
