// A double of Stripe as a process of its own: `node doubles/src/stripe/main.ts --port 4205 --events-url URL
// --key sk_test_... --secret whsec_...`. It prints one line of JSON once it listens.
import { parseArgs } from 'node:util'
import { openStripeDouble } from './open-stripe-double.ts'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    key: { type: 'string', default: 'sk_test_double0000' },
    secret: { type: 'string', default: 'whsec_double0000' },
    'events-url': { type: 'string', default: 'http://127.0.0.1:4100/cb/stripe/evt_00' },
  },
})
const { url } = await openStripeDouble({
  host: values.host,
  port: Number(values.port),
  seed: Number(values.seed),
  key: values.key,
  secret: values.secret,
  eventsUrl: values['events-url'],
})
console.log(JSON.stringify({ provider: 'stripe', url, seed: Number(values.seed) }))
process.on('SIGTERM', () => process.exit(0))
