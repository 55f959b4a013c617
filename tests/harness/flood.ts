/** Pipelines many requests over few connections: a flood as cheap as an attacker's. */
import net from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const CONNECTIONS = 4
const AHEAD = 50
const STATUS = /HTTP\/1\.1 (\d{3}) /g
/** Longer than a status line that is split between two chunks. */
const OVERLAP = 16

export interface OddRequest {
  method: string
  path: string
  body?: object
  headers?: Record<string, string>
}

/** Sends `count` requests and counts the responses by status. */
export async function flood(url: string, count: number, requestOf: (each: number) => OddRequest) {
  const { hostname, port, host } = new URL(url)
  const statuses = new Map<number, number>()
  let next = 0
  const text = ({ method, path, body, headers = {} }: OddRequest) => {
    const sent = body && JSON.stringify(body)
    return [
      `${method} ${path} HTTP/1.1`,
      `host: ${host}`,
      ...(sent ? ['content-type: application/json', `content-length: ${Buffer.byteLength(sent)}`] : []),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      sent ?? '',
    ].join('\r\n')
  }
  const connection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect(Number(port), hostname)
      let [awaited, rest] = [0, '']
      const more = () => {
        const batch = Array.from({ length: Math.min(AHEAD, count - next) }, () => text(requestOf(next++)))
        awaited = batch.length
        if (awaited === 0) return void socket.end(resolve)
        socket.write(batch.join(''))
      }
      socket.on('data', (data) => {
        rest += data.toString('latin1')
        let end = 0
        for (const found of rest.matchAll(STATUS)) {
          statuses.set(Number(found[1]), (statuses.get(Number(found[1])) ?? 0) + 1)
          end = found.index + found[0].length
          awaited--
        }
        rest = rest.slice(Math.max(end, rest.length - OVERLAP))
        if (awaited === 0) more()
      })
      socket.on('error', reject)
      socket.on('close', () => (awaited > 0 ? reject(new Error(`The server cut a flood with ${awaited} open.`)) : null))
      socket.on('connect', more)
    })
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return statuses
}

/** Heap bytes in use after garbage collection. */
export function keptBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
