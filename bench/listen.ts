/** Live streams as plain sockets: one process holds ten thousand of them. */
import net from 'node:net'
import type { Visitor } from './sessions.ts'

interface Listening {
  /** Gets the id of each message that a reply announces. */
  heard: (messageId: number) => void
  /** The stream ended and is not opened again. */
  closed: () => void
}

/** Resolves once the stream is open; rejects if it ends before. */
export function listen(port: number, { cookie }: Visitor, { heard, closed }: Listening): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    let isOpen = false
    const socket = net.connect(port, '127.0.0.1')
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('close', () => (isOpen ? closed() : reject(new Error('a stream was closed'))))
    socket.on('data', (chunk: string) => {
      for (const [, id] of chunk.matchAll(/"discussions\.replied".*?"message_id":(\d+)/g)) heard(Number(id))
      if (isOpen || !chunk.includes('event: hello')) return
      isOpen = true
      resolve(socket)
    })
    socket.write(`GET /api/live HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`)
  })
}
