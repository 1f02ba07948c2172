// The worker of the bare engine: its steps only call the simulator, and it listens for callbacks.
import { createServer } from 'node:http'
import http2 from 'node:http2'
import * as restate from '@restatedev/restate-sdk'
import { Agent, request } from 'undici'
import { type BareSteps, implementBareRun } from './implement-bare-run.ts'

export type BareSettings = {
  workerPort: number
  callbackPort: number
  ingressUrl: string
  publicKey: string
  simulatorUrl: string
}

type Job = { id: string; status: string; files: { url: string }[] }

const settings: BareSettings = JSON.parse(process.argv[2] ?? '')
const dispatcher = new Agent({ connections: 64, connect: { timeout: 3_000 } })
const ended = { jobs: 0, lastAtMs: 0 }

const steps: BareSteps = {
  async submit(id, wakeToken) {
    const answer = await request(`${settings.simulatorUrl}/v1/jobs`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        reference: id,
        model: 'simulator/ok',
        prompt: `the mug from the photo on a wooden table, ${id}`,
        size: '1:1',
        n: 1,
        callbackUrl: `http://127.0.0.1:${settings.callbackPort}/cb/${wakeToken}`,
      }),
    })
    if (answer.statusCode !== 202) throw new Error(`the simulator answered ${answer.statusCode}`)
    return ((await answer.body.json()) as Job).id
  },
  async advance(jobId) {
    const answer = await request(`${settings.simulatorUrl}/v1/jobs/${jobId}`, { dispatcher })
    const job = (await answer.body.json()) as Job
    if (job.status !== 'succeeded') return 'pending'
    for (const { url } of job.files) {
      const file = await request(url, { dispatcher })
      if (file.statusCode !== 200) throw new Error(`a file answered ${file.statusCode}`)
      for await (const _ of file.body);
    }
    ended.jobs++
    ended.lastAtMs = Date.now()
    return 'over'
  },
}

const endpoint = restate.createEndpointHandler({
  services: [implementBareRun(steps)],
  logger: () => undefined,
  identityKeys: [settings.publicKey],
})
http2.createServer(endpoint).listen(settings.workerPort, '127.0.0.1')

const sendWake = async (wakeToken: string) => {
  const url = `${settings.ingressUrl}/restate/awakeables/${wakeToken}/resolve`
  const answer = await request(url, { dispatcher, method: 'POST' })
  await answer.body.dump()
}
createServer(async (req, res) => {
  const [, area, wakeToken] = (req.url ?? '').split('/')
  if (area === 'cb' && wakeToken) await sendWake(wakeToken).catch(() => undefined)
  req.resume()
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ended))
}).listen(settings.callbackPort, '127.0.0.1')

process.on('SIGTERM', () => process.exit(0))
