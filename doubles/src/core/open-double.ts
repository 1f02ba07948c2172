import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { newFaultQueue } from '../faults/fault-queue.ts'
import { type Call, readCall } from '../http/call.ts'
import { listen } from '../http/listen.ts'
import { sendReply } from '../http/send-reply.ts'
import { buildLog } from './build-log.ts'
import { newCallbacks } from './callbacks.ts'
import { newRealClock, newVirtualClock } from './clock.ts'
import type { Config } from './config.ts'
import { type ControlParts, handleControl } from './control.ts'
import { bugReply, type CallParts, handleCall, type OpenCall } from './handle-call.ts'
import { type Event, openJournal } from './journal.ts'
import { newDouble } from './new-double.ts'
import type { Protocol, Provider } from './provider.ts'
import { newRandom } from './random.ts'
import type { LoggedRequest } from './request-log.ts'
import { type CoreSettings, coreSettings, type Settings } from './settings.ts'
import { startTicking } from './start-ticking.ts'
import { newState } from './state.ts'

export interface RunningDouble {
  url: string
  close(): Promise<void>
}

/** Starts a double on its port; with a journal it goes on where a killed one stopped. */
export async function openDouble(provider: Provider, config: Config): Promise<RunningDouble> {
  const journal = openJournal(config.journal)
  const startAt = journal.earlier.at(-1)?.at ?? config.startAt
  const clock =
    config.time === 'virtual' ? newVirtualClock(startAt, config.scale) : newRealClock(config.scale)
  const random = newRandom(config.seed)
  const faults = newFaultQueue(random)
  const knownSettings: CoreSettings & Settings = { ...coreSettings, ...provider.settings }
  const open = new WeakMap<Call, OpenCall>()
  const requests: LoggedRequest[] = []
  const state = newState({
    settings: { ...knownSettings, ...config.settings },
    laneOf: (task) => protocol.laneOf?.(task) ?? '',
    spentMicroUsd: () => double.bill().reduce((sum, { microUsd }) => sum + microUsd, 0),
  })
  const record = (event: Event) => {
    journal.append(event)
    state.apply(event)
    ticking.plan()
  }
  const charge: Protocol['charge'] = (task, now) => protocol.charge(task, now)
  const whenEnded = (taskId: string) => ticking.whenEnded(taskId)
  const double = newDouble({ config, clock, random, faults, state, open, record, charge, whenEnded })
  const protocol = provider.open(double)
  for (const event of journal.earlier) state.apply(event)
  const callbacks = newCallbacks({ clock, faults, record, state, protocol })
  const ticking = startTicking(clock, state, callbacks)
  void ticking.tick()
  let submits = Math.max(0, ...state.submits.map((submit) => submit.number))
  const nextSubmit = () => ++submits
  const calls: CallParts = { protocol, faults, record, state, open, requests, now: clock.now, nextSubmit }
  const server = createServer()
  const listener = await listen(server, config.host, config.port)
  const control: ControlParts = {
    provider: provider.name,
    seed: config.seed,
    clock,
    faults,
    names: {
      task: protocol.taskFaults ?? [],
      callback: protocol.callbackFaults ?? [],
      routes: [...new Set(protocol.routes.map(({ kind }) => kind))],
    },
    knownSettings,
    settings: () => state.settings,
    changeSettings: (settings) => record({ kind: 'settings', at: clock.now(), settings }),
    afterAdvance: () => record({ kind: 'time', at: clock.now() }),
    readLog: () => buildLog(state, requests, callbacks),
    readBill: double.bill,
    leftMicroUsd: double.leftMicroUsd,
    refuseConnections: listener.refuseConnections,
  }
  serve(server, listener.url, { calls, control, tick: () => ticking.tick() })
  return {
    url: listener.url,
    close: async () => {
      ticking.stop()
      await listener.close()
      journal.close()
    },
  }
}

interface ServeParts {
  calls: CallParts
  control: ControlParts
  tick(): Promise<void>
}

function serve(server: Server, url: string, { calls, control, tick }: ServeParts): void {
  let number = 0
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const call = await readCall(req, url)
    call.number = ++number
    void tick()
    call.at = calls.now()
    if (!call.path.startsWith('/__double/')) return handleCall(calls, call, res)
    await sendReply(res, await handleControl(control, call), undefined)
  }
  server.on('request', (req, res) => {
    answer(req, res).catch((error: unknown) => {
      // The caller has gone: there is no one to answer.
      if (req.socket.destroyed || res.headersSent) return void res.destroy()
      return sendReply(res, bugReply(error), undefined)
    })
  })
}
