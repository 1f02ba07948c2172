import type { App } from '#platform/app'
import { missingSetting } from '#platform/config'
import { inOneProcess } from '#platform/db'
import { openWorker, watchEngine } from '#platform/engine'
import { newWorkMeter, readOwnRates } from '#production/admission'
import { runSteps } from '#production/jobs'
import { sweepTempFiles } from '#production/results'
import { drainMs } from '#production/timing'
import type { OpenProcess } from './open-process.ts'
import { openWorkerHealth } from './open-worker-health.ts'
import { startCancelling } from './start-cancelling.ts'
import { startCleaning } from './start-cleaning.ts'
import { startMail } from './start-mail.ts'
import { startPayments } from './start-payments.ts'
import { startPulse } from './start-pulse.ts'
import { startTicking } from './start-ticking.ts'
import { startWatching } from './start-watching.ts'

/**
 * Runs the steps that the engine calls, the checks of waiting jobs and the tick; keeps the runs of the engine
 * on living workers.
 */
export async function openMediaWorker(app: App): Promise<OpenProcess> {
  const { config, log, engine } = app
  // The worker only takes calls that the engine signed.
  if (!config.engine.publicKey) throw missingSetting('ENGINE_PUBLIC_KEY')
  await sweepTempFiles(config.tempDir)
  // Without a database it starts all the same, and learns its rates again.
  const meter = newWorkMeter(await readOwnRates(app).catch(() => ({ finished: 0, videos: 0 })))
  const worker = await openWorker(runSteps(app, meter), {
    ...config.worker,
    publicKey: config.engine.publicKey,
    submitWaitMs: config.submitWaitMs,
    drainMs: drainMs(app.providers),
    log,
  })
  const ticking = startTicking(app)
  const watching = startWatching(app)
  const cleaning = startCleaning(app)
  const cancelling = startCancelling(app)
  const payments = startPayments(app)
  const mail = startMail(app)
  const watch = await watchEngine({
    engine,
    workerUrl: config.worker.url,
    log,
    onNews: ticking.receive,
    alone: (work) => inOneProcess(app.db, 'take-over', work),
  })
  app.metrics.followEngine(() => watch.downMs() / 1000)
  const pulse = startPulse({ app, meter, watch, onNeverBegun: ticking.restartNeverBegun })
  const health = await openWorkerHealth(app)
  let stopping: Promise<unknown> | undefined
  const stopPlanning = () =>
    (stopping ??= Promise.all(
      [ticking, watching, cleaning, cancelling, payments, mail, watch, pulse].map((one) => one.stop()),
    ))
  return {
    port: worker.port,
    announceClose: () => {
      worker.announceClose()
      void stopPlanning()
    },
    close: async () => {
      await stopPlanning()
      await worker.close()
      await health.close()
    },
  }
}
