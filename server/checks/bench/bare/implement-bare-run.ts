import * as restate from '@restatedev/restate-sdk'
import { bareRun, type SubmitOutcome } from './bare-run.ts'

export type BareSteps = {
  /** Returns the provider's id of the job: without a database the journal has to store it. */
  submit(id: string, wakeToken: string): Promise<string>
  advance(jobId: string): Promise<'pending' | 'over'>
}

const CHECK_MS = 5_000
const SUBMIT_WAIT_MS = 8_000
const retry = { initialRetryInterval: 200, maxRetryInterval: 5_000 }

/** The same journal entries as the server's own run: start and outcome, wake token, submit, wait, advance. */
export const implementBareRun = (steps: BareSteps) =>
  restate.implement(bareRun, {
    handlers: {
      run: async (ctx, { replyTo }) => {
        let wake = ctx.awakeable<void>()
        const jobId = await ctx.run('submit', () => steps.submit(ctx.key, wake.id), retry)
        ctx
          .invocation(restate.InvocationIdParser.fromString(replyTo))
          .signal<SubmitOutcome>('outcome')
          .resolve('accepted')
        for (;;) {
          const woke = await restate.RestatePromise.race([
            wake.promise.map(() => 'wake'),
            ctx.sleep(CHECK_MS).map(() => 'timer'),
          ])
          if (woke === 'wake') wake = ctx.awakeable<void>()
          const state = await ctx.run('advance', () => steps.advance(jobId), retry)
          if (state === 'over') return state
        }
      },
      start: async (ctx) => {
        ctx.sendClient(bareRun, ctx.key).run({ replyTo: ctx.request().id })
        return ctx
          .signal<SubmitOutcome>('outcome')
          .orTimeout(SUBMIT_WAIT_MS)
          .map((outcome) => outcome ?? 'pending')
      },
    },
    options: {
      workflowRetention: 0,
      journalRetention: 0,
      inactivityTimeout: 10_000,
      abortTimeout: { minutes: 10 },
    },
  })
