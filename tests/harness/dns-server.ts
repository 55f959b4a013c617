/** A DNS server: it knows the records it was given, and says of all other names that they do not exist. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import dnsPacket, { type Answer } from 'dns-packet'

export interface TestDns {
  /** address:port */
  address: string
  /** Replaces what the name had. */
  txt(name: string, ...texts: string[]): void
  mx(name: string, exchange: string): void
  /** Of each name that has text. */
  texts(): [name: string, text: string][]
}

const NAME_ERROR = 3

const answerOf = ({ type, name, text }: { type: 'TXT' | 'MX'; name: string; text: string }): Answer =>
  type === 'TXT'
    ? { type, name, ttl: 0, data: text.match(/.{1,255}/g) ?? [] }
    : { type, name, ttl: 0, data: { preference: 10, exchange: text } }

export async function openDns({ host = '127.0.0.1', port = 0 } = {}): Promise<TestDns & { close(): void }> {
  let records: { type: 'TXT' | 'MX'; name: string; text: string }[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { id, questions = [] } = dnsPacket.decode(message)
    const [question] = questions
    const own = records.filter(({ name }) => name === question?.name.toLowerCase())
    const answers = own.filter(({ type }) => type === question?.type).map(answerOf)
    const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (own.length === 0 ? NAME_ERROR : 0)
    socket.send(dnsPacket.encode({ type: 'response', id: id!, flags, questions, answers }), from.port, from.address)
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  return {
    address: `${host}:${socket.address().port}`,
    txt(name, ...texts) {
      const others = records.filter((each) => each.name !== name || each.type !== 'TXT')
      records = [...others, ...texts.map((text) => ({ type: 'TXT' as const, name, text }))]
    },
    texts: () => records.filter(({ type }) => type === 'TXT').map(({ name, text }) => [name, text]),
    mx: (name, exchange) => void records.push({ type: 'MX', name, text: exchange }),
    close: () => void socket.close(),
  }
}
