/** A DNS server for tests: it knows the records it was given, and says of all other names that they do not exist. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import dnsPacket, { type Answer } from 'dns-packet'
import { afterAll } from 'vitest'

export interface TestDns {
  /** address:port */
  address: string
  txt(name: string, text: string): void
}

const NAME_ERROR = 3

export async function startDns(): Promise<TestDns> {
  const records = new Map<string, string>()
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { id, questions = [] } = dnsPacket.decode(message)
    const [question] = questions
    const text = question?.type === 'TXT' ? records.get(question.name.toLowerCase()) : undefined
    const answers: Answer[] =
      text === undefined ? [] : [{ type: 'TXT', name: question!.name, ttl: 0, data: text.match(/.{1,255}/g) ?? [] }]
    const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (text === undefined ? NAME_ERROR : 0)
    socket.send(dnsPacket.encode({ type: 'response', id: id!, flags, questions, answers }), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  afterAll(() => void socket.close())
  return {
    address: `127.0.0.1:${socket.address().port}`,
    txt: (name, text) => void records.set(name, text),
  }
}
