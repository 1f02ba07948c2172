// node doubles/src/main.ts --provider fal: a local double of one provider; doubles/README.md has the options
import { coreSettings, openDouble, readArguments } from './core/index.ts'
import { providers } from './providers.ts'

/** No cleanup is needed: all that must survive is in the journal, and doubles are built to be killed. */
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))

try {
  const settings = Object.entries(providers).map(([name, one]) => [
    name,
    { ...coreSettings, ...one.settings },
  ])
  const config = readArguments(process.argv.slice(2), Object.fromEntries(settings))
  const provider = providers[config.provider]
  if (!provider) throw new Error(`There is no double of ${config.provider}.`)
  if (config.exitWithParent) {
    process.stdin.on('end', () => process.exit(0))
    process.stdin.on('error', () => process.exit(0))
    process.stdin.resume()
  }
  const { url } = await openDouble(provider, config)
  const { seed, time, scale, account } = config
  console.log(JSON.stringify({ provider: provider.name, url, seed, time, scale, account }))
} catch (error) {
  console.error(`The double cannot start: ${(error as Error).message}`)
  process.exit(1)
}
