/** What is run of each part: all of it, or its checks and these looks. A part that is missing is not run. */
export type Wanted = Map<string, 'all' | string[]>

/** Collects named checks: a failed one is printed, and the others still run. */
export type Checks = {
  check(name: string, work: () => Promise<void>): Promise<void>
  /** A check that needs nothing of those before it, so that it can be repeated alone. */
  look(name: string, work: () => Promise<void>): Promise<void>
  /** Checks that belong together. What fails between them counts as a failed check of the part. */
  part(name: string, work: () => Promise<void>): Promise<void>
  isWanted(part: string): boolean
  /** The parts in which something failed, each with its looks that did. */
  failed(): Record<string, string[]>
  /** The last lines: how many, and which failed. Returns the exit code. */
  finish(): number
}

const LINES = 12

/** `wanted`: without it everything is run. */
export function newChecks(wanted?: Wanted): Checks {
  let current = ''
  let passed = 0
  let failures = 0
  const failed: Record<string, string[]> = {}
  const isWanted = (part: string) => !wanted || wanted.has(part)
  const fail = (name: string, error: unknown): void => {
    failures++
    failed[current] ??= []
    const text = String((error as Error).message).split('\n')
    console.log(`FAIL ${name}\n     ${text.slice(0, LINES).join('\n     ')}`)
  }
  const run = async (name: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
    } catch (error) {
      fail(name, error)
      return false
    }
    passed++
    console.log(`ok   ${name}`)
    return true
  }
  return {
    isWanted,
    check: async (name, work) => {
      await run(name, work)
    },
    look: async (name, work) => {
      const looks = wanted?.get(current)
      if (Array.isArray(looks) && !looks.includes(name)) return
      if (!(await run(name, work))) failed[current]?.push(name)
    },
    part: async (name, work) => {
      if (!isWanted(name)) return
      current = name
      const began = Date.now()
      await work().catch((error) => fail(`${name}: it ended early`, error))
      console.log(`     ${name}: ${((Date.now() - began) / 1_000).toFixed(0)} s`)
    },
    failed: () => failed,
    finish: () => {
      console.log(`${passed} passed, ${failures} failed`)
      return failures === 0 ? 0 : 1
    },
  }
}

export function expect(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what)
}

const SOON_MS = 10_000
const LOOK_MS = 50

/** As `expect`, for what follows a press or an answer a moment later. */
export async function expectSoon(isTrue: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = Date.now() + SOON_MS
  while (!(await isTrue())) {
    expect(Date.now() < deadline, what)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
