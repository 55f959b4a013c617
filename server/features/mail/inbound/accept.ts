/** Takes an email: after this, it is ours to decide about, and no server on the way needs to keep it. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import type { AddressSpace } from '../addresses/reply-address.ts'
import { readHeaders, valuesOf } from './headers.ts'
import { insertInbound, selectListsOfAddresses } from './inbound.sql.ts'
import { readRecipient } from './recipients.ts'

export interface Envelope {
  via: 'http' | 'smtp' | 'lmtp'
  mailFrom: string
  recipients: readonly string[]
  /** The computer that handed it over, for SPF. */
  clientAddress: string
  clientName: string
}

export interface Acceptance {
  accepted: string[]
  refused: string[]
}

interface Tools extends AddressSpace {
  pool: pg.Pool
  bus: Bus
}

/** The addresses that are ours, in lower case and once each. */
export async function findOurs(
  { pool, ...space }: Omit<Tools, 'bus'>,
  addresses: readonly string[],
): Promise<string[]> {
  const clean = [...new Set(addresses.map((address) => address.trim().toLowerCase()))]
  const found = clean.map((address) => ({ address, recipient: readRecipient(space, address) }))
  const localParts = found.flatMap(({ recipient }) =>
    recipient && 'localPart' in recipient ? [recipient.localPart] : [],
  )
  const { rows } =
    localParts.length > 0
      ? await pool.query<{ local_part: string }>(selectListsOfAddresses({ localParts }))
      : { rows: [] }
  const lists = new Set(rows.map((row) => row.local_part))
  return found
    .filter(({ recipient }) => recipient && (!('localPart' in recipient) || lists.has(recipient.localPart)))
    .map(({ address }) => address)
}

export async function acceptMail(tools: Tools, envelope: Envelope, raw: Buffer): Promise<Acceptance> {
  const { pool, bus } = tools
  const { via, clientAddress, clientName, recipients } = envelope
  const ours = await findOurs(tools, recipients)
  const refused = recipients.filter((address) => !ours.includes(address.trim().toLowerCase()))
  if (ours.length === 0) return { accepted: [], refused }
  await transaction(pool, bus, async (tx) => {
    for (const recipient of ours) {
      const { rows } = await tx.query<{ id: number }>(
        insertInbound({
          via,
          recipient,
          raw,
          digest: digestOf(recipient, raw),
          otherRecipients: ours.filter((other) => other !== recipient),
          mailFrom: storable(envelope.mailFrom, 320),
          clientAddress: storable(clientAddress, 100),
          clientName: storable(clientName, 255),
        }),
      )
      const id = rows[0]?.id
      if (id !== undefined) await tx.enqueue('mail:receive', { id }, { key: `mail:receive:${id}` })
    }
  })
  return { accepted: ours, refused }
}

const storable = (text: string, length: number) => text.replaceAll('\0', '').toWellFormed().slice(0, length)

/** Servers on the way add lines and change line ends, so only what the sender wrote counts. */
function digestOf(recipient: string, raw: Buffer): string {
  const { headers, end } = readHeaders(raw)
  const written = ['message-id', 'date', 'from', 'subject'].map((name) => valuesOf(headers, name))
  const body = raw.subarray(end).toString('latin1').replaceAll('\r', '').trimEnd()
  return createHash('sha256')
    .update(JSON.stringify([recipient, written]))
    .update(body, 'latin1')
    .digest('hex')
}
