export interface Config {
  port: number
  host: string
  dataFolder: string
  seed: number
  renderMs: number
  videoMs: number
  slowMs: number
  longSidePixels: number
  lostReplyPercent: number
  cutDownloadPercent: number
  callbacks: boolean
  exitWithParent: boolean
}

const DAY_MS = 86_400_000

/** Throws one error that names every invalid setting, so that all can be fixed at once. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const wholeNumber = (name: string, defaultValue: number, low: number, high: number) => {
    const text = env[name] ?? ''
    if (text === '') return defaultValue
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= low && value <= high) return value
    problems.push(`Set ${name} to a whole number from ${low} to ${high}, not ${JSON.stringify(text)}.`)
    return defaultValue
  }
  const choice = (name: string, defaultValue: string, choices: readonly string[]) => {
    const text = env[name] || defaultValue
    if (!choices.includes(text))
      problems.push(`Set ${name} to ${choices.join(' or ')}, not ${JSON.stringify(text)}.`)
    return text
  }
  const config: Config = {
    port: wholeNumber('SIMULATOR_PORT', 4192, 0, 65_535),
    host: env.SIMULATOR_HOST || '127.0.0.1',
    dataFolder: env.SIMULATOR_DATA || './.dev/simulator',
    seed: wholeNumber('SIMULATOR_SEED', 1, 0, 2 ** 32 - 1),
    renderMs: wholeNumber('SIMULATOR_RENDER_MS', 1500, 0, DAY_MS),
    videoMs: wholeNumber('SIMULATOR_VIDEO_MS', 3000, 0, DAY_MS),
    slowMs: wholeNumber('SIMULATOR_SLOW_MS', 6000, 0, DAY_MS),
    longSidePixels: wholeNumber('SIMULATOR_LONG_SIDE_PIXELS', 1024, 64, 4096),
    lostReplyPercent: wholeNumber('SIMULATOR_LOST_REPLY_PERCENT', 0, 0, 100),
    cutDownloadPercent: wholeNumber('SIMULATOR_CUT_DOWNLOAD_PERCENT', 0, 0, 100),
    callbacks: choice('SIMULATOR_CALLBACKS', 'on', ['on', 'off']) === 'on',
    exitWithParent: choice('EXIT_WITH_PARENT', '0', ['0', '1']) === '1',
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return config
}
