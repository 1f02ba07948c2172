// The interface as executable checks. Everything is asked over HTTP, and of the contract only types are
// imported, so a change of the server or the contract that breaks a promise is found here.
import { openApi } from './api.ts'
import { findDeployment } from './find-deployment.ts'
import { type Arguments, readArguments, USAGE } from './read-arguments.ts'
import { sections } from './sections/index.ts'
import { startDeployment } from './start-deployment.ts'
import { type Results, runSections } from './suite.ts'

const report = (text: string) => process.stdout.write(`${text}\n`)

process.exit(await main(process.argv.slice(2)))

/** Returns the exit code: 0 when every check passed, 1 when one failed or none ran, 2 for wrong arguments. */
async function main(argv: string[]): Promise<number> {
  let wanted: Arguments
  try {
    wanted = readArguments(
      argv,
      sections.map(({ name }) => name),
    )
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 2
  }
  if (wanted.help) {
    report(USAGE)
    return 0
  }
  const { passed, failed } = await run(wanted).catch((error: Error): Results => {
    report(`FAIL  the checks could not run\n${error.stack}`)
    return { passed: 0, failed: 1 }
  })
  report(`${passed} passed, ${failed} failed`)
  return passed > 0 && failed === 0 ? 0 : 1
}

async function run({ ready, url, sections: names, imageStallSeconds }: Arguments): Promise<Results> {
  const chosen = sections.filter(({ name }) => names.length === 0 || names.includes(name))
  const deployment = ready === undefined ? await startDeployment() : await findDeployment(ready, url)
  try {
    const { baseUrl, accounts } = deployment
    return await runSections(chosen, { api: openApi(baseUrl), accounts, imageStallSeconds }, report)
  } finally {
    await deployment.stop()
  }
}
