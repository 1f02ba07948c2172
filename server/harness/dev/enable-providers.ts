const KEYS = { fal: 'FAL_KEY', kie: 'KIE_KEY', openai: 'OPENAI_KEY', runway: 'RUNWAY_KEY' }

/** With the key of a provider in the environment, it is enabled, unless PROVIDERS says which ones are. */
export function enableProviders(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PROVIDERS = namesWithKey(env).join(',') } = env
  return { ...env, PROVIDERS }
}

const namesWithKey = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(KEYS)
    .filter(([, key]) => env[key])
    .map(([name]) => name)
