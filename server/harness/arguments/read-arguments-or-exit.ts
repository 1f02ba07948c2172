import {
  type Arguments,
  type Command,
  describeUsage,
  type Options,
  readArguments,
  UsageError,
} from './read-arguments.ts'

const USAGE_EXIT_CODE = 2

/** The arguments of this process. Prints the usage for --help, and a message for wrong ones, and exits. */
export function readArgumentsOrExit<Given extends Options>(command: Command<Given>): Arguments<Given> {
  try {
    const read = readArguments(command, process.argv.slice(2))
    if (!read.help) return read
    process.stdout.write(`${describeUsage(command)}\n`)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${command.name}: ${error.message}\nSee ${command.name} --help\n`)
    process.exit(USAGE_EXIT_CODE)
  }
  process.exit(0)
}
