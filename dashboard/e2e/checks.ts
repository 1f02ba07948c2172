/** Collects named checks: a failed one is printed, and the others still run. */
export type Checks = {
  check(name: string, work: () => Promise<void>): Promise<void>
  /** The last lines: how many, and which failed. Returns the exit code. */
  finish(): number
}

export function newChecks(): Checks {
  let passed = 0
  const failed: string[] = []
  return {
    check: async (name, work) => {
      try {
        await work()
        passed++
        console.log(`ok   ${name}`)
      } catch (error) {
        failed.push(name)
        console.log(
          `FAIL ${name}\n     ${String((error as Error).message)
            .split('\n')
            .slice(0, 12)
            .join('\n     ')}`,
        )
      }
    },
    finish: () => {
      console.log(`${passed} passed, ${failed.length} failed`)
      return failed.length === 0 ? 0 : 1
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
