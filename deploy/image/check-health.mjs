// The health check of a container: its exit status is 0 when the address answers 200 in time.
// fetch refuses some ports (4190, 5060, 6000 and others): do not choose such a port for a process.
const [url = 'http://127.0.0.1:4100/health'] = process.argv.slice(2)
const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) }).catch((error) =>
  console.error(`${url}: ${error.cause?.message ?? error.message}`),
)
process.exit(answer?.status === 200 ? 0 : 1)
