import { newCapacity } from './new-capacity.ts'
import { newCounter } from './new-counter.ts'
import { watchMachine } from './watch-machine.ts'

/** What a worker did in the last seconds, and how many whole jobs it can do a second; 0: not known. */
export type WorkRates = {
  begunPerSecond: number
  stepsPerSecond: number
  finishedPerSecond: number
  videosPerSecond: number
}

/** What waits to be stored, and how many videos the process has stored so far. */
export type Storing = { waiting: number; waitingVideos: number; storedVideos: number }

export type WorkMeter = {
  countStep(): void
  countBegun(): void
  countFinished(): void
  /** Called every second. */
  sample(storing: Storing): void
  read(): WorkRates
}

/** Of the work of a whole job, what its beginning and its end take. */
const BEGIN_SHARE = 0.4
const FINISH_SHARE = 0.6

/** Few videos are stored in a second, so they are counted for longer. */
const VIDEO_WINDOW_MS = 45_000

/** `last`: what this worker could do before it was started again. */
export function newWorkMeter(last: { finished: number; videos: number }): WorkMeter {
  const [steps, begun, finished] = [newCounter(), newCounter(), newCounter()]
  const videos = newCounter(VIDEO_WINDOW_MS)
  // While a wave of jobs begins or ends, the other half of their work is missing.
  const readJobs = () => BEGIN_SHARE * begun.perSecond() + FINISH_SHARE * finished.perSecond()
  const jobCapacity = newCapacity(readJobs, last.finished)
  const videoCapacity = newCapacity(videos.perSecond, last.videos)
  const machine = watchMachine()
  let known = 0
  return {
    countStep: steps.count,
    countBegun: begun.count,
    countFinished: finished.count,
    sample({ waiting, waitingVideos, storedVideos }) {
      machine.sample()
      for (; known < storedVideos; known++) videos.count()
      jobCapacity.sample(waiting > 0 || machine.isLoopBusy())
      videoCapacity.sample(waitingVideos > 0)
    },
    read: () => ({
      begunPerSecond: begun.perSecond(),
      stepsPerSecond: steps.perSecond(),
      // If it was never at its limit, but all cores are busy: what it does now.
      finishedPerSecond: jobCapacity.capacity() ?? (machine.isBusy() ? readJobs() : 0),
      videosPerSecond: videoCapacity.capacity() ?? 0,
    }),
  }
}
