import { createConnection } from 'node:net'

const ANSWER_MS = 10_000

/** Sends one command to the runtime API of HAProxy, a socket of this machine, and returns its answer. */
export function askHaproxy(socketFile: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = createConnection(socketFile, () => socket.end(command))
    socket.setEncoding('utf8')
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('the router does not answer')))
    socket.on('data', (text) => (answer += text))
    socket.on('end', () => resolve(answer.trim()))
    socket.on('error', reject)
  })
}
