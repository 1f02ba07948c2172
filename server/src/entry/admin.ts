// The operator's commands: `node server/src/entry/admin.ts <command> ...`, each a file in edge/commands/.
import { commands } from '#edge/commands'
import { WrongSettings } from '#platform/config'

const [name, ...args] = process.argv.slice(2)
const command = commands.find((one) => one.name === name)
if (!command) {
  console.error(['Usage: pnpm admin <command>', ...commands.map((one) => `  ${one.usage}`)].join('\n'))
  process.exit(name === undefined || name === 'help' ? 0 : 2)
}
try {
  process.exitCode = await command.run(args)
} catch (error) {
  const isWrongSettings = error instanceof WrongSettings
  console.error(isWrongSettings ? error.message : `${command.name}: ${(error as Error).message}`)
  process.exitCode = isWrongSettings ? 2 : 1
}
