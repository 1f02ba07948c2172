import * as restate from '@restatedev/restate-sdk'
import { mediaRun, type SubmitOutcome } from './media-run.ts'

/**
 * `over`: the media is final and the run ends. Otherwise the run continues after `waitMs`, or when it is
 * woken.
 */
export type SubmitResult =
  | { kind: 'accepted'; waitMs: number }
  | { kind: 'not_sent'; waitMs: number }
  | { kind: 'unknown'; waitMs: number }
  | { kind: 'over' }
/** The provider does not have the job yet, or we do not know whether it has. */
const isOpen = (sent: SubmitResult): sent is Extract<SubmitResult, { kind: 'not_sent' | 'unknown' }> =>
  sent.kind === 'not_sent' || sent.kind === 'unknown'

export type AdvanceResult = { kind: 'over' } | { kind: 'pending'; waitMs: number }

/**
 * The steps of a run, passed in. Each takes an id and reads the rest from Postgres. It may run twice, even at
 * the same time. It stores `wakeToken` for the callback, which wakes the run with it.
 */
export type RunSteps = {
  submit(id: string, wakeToken: string, isCallerWaiting: boolean): Promise<SubmitResult>
  reconcile(id: string, wakeToken: string): Promise<SubmitResult>
  /** `isWoken`: a callback or a poll ended the wait before the timer did. */
  advance(id: string, wakeToken: string, isWoken: boolean): Promise<AdvanceResult>
}

// No limit on attempts: the media is settled at its deadline, and the step then finds it final.
const retry = { initialRetryInterval: 200, maxRetryInterval: 5_000 }

export type RunSettings = { submitWaitMs: number; inactivityTimeoutMs?: number }

/** The workflow of one media, from submit to settled. Credits and stored state are handled in the steps. */
export const implementRun = (steps: RunSteps, settings: RunSettings) =>
  restate.implement(mediaRun, {
    handlers: {
      run: async (ctx, { replyTo }) => {
        const id = ctx.key
        let awakeable = ctx.awakeable<void>()
        const wait = async (ms: number) => {
          const wokenBy = await restate.RestatePromise.race([
            awakeable.promise.map(() => 'callback'),
            ctx.sleep(ms).map(() => 'timer'),
          ])
          // An awakeable resolves once; the next step stores the token of the new one.
          if (wokenBy === 'callback') awakeable = ctx.awakeable<void>()
          return wokenBy === 'callback'
        }

        let sent = await ctx.run('submit', () => steps.submit(id, awakeable.id, replyTo !== undefined), retry)
        if (replyTo) answerSubmitter(ctx, replyTo, isOpen(sent) ? 'pending' : sent.kind)
        while (isOpen(sent)) {
          await wait(sent.waitMs)
          sent = await ctx.run('reconcile', () => steps.reconcile(id, awakeable.id), retry)
        }
        if (sent.kind === 'over') return 'over'

        for (
          let state: AdvanceResult = { kind: 'pending', waitMs: sent.waitMs };
          state.kind === 'pending';
        ) {
          const isWoken = await wait(state.waitMs)
          state = await ctx.run('advance', () => steps.advance(id, awakeable.id, isWoken), retry)
        }
        return 'over'
      },

      /**
       * Starts the run and waits for the provider's response, in one call; ends after the timeout, also when
       * the caller is gone.
       */
      start: async (ctx) => {
        ctx.sendClient(mediaRun, ctx.key).run({ replyTo: ctx.request().id })
        return ctx
          .signal<SubmitOutcome>('outcome')
          .orTimeout(settings.submitWaitMs)
          .map((outcome) => outcome ?? 'pending')
      },
    },
    options: {
      // A finished key is free at once, so the tick can restart a dead run; the engine retains nothing.
      workflowRetention: 0,
      journalRetention: 0,
      // A waiting run is suspended: it holds no slot of the engine, and does not notice the death of its
      // worker. To resume it costs about 3 ms of CPU, so the run of a job of few seconds is not suspended.
      inactivityTimeout: settings.inactivityTimeoutMs ?? 3_000,
      // Longer than the longest download: a step that takes longer is aborted and repeated.
      abortTimeout: { minutes: 10 },
      // Killed, not paused: a paused run looks alive and never continues; the tick restarts a dead one.
      retryPolicy: {
        initialInterval: 100,
        exponentiationFactor: 2,
        maxInterval: 3_000,
        maxAttempts: 20,
        onMaxAttempts: 'kill',
      },
    },
  })

function answerSubmitter(ctx: restate.Context, replyTo: string, outcome: SubmitOutcome): void {
  ctx
    .invocation(restate.InvocationIdParser.fromString(replyTo))
    .signal<SubmitOutcome>('outcome')
    .resolve(outcome)
}
