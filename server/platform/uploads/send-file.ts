/** Sends a stored file, or the range of it that the client asks for: players and viewers read only what they show. */
import type { FileHandle } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from '#server/platform/blobs.ts'

const PART_BYTES = 65_536

interface Sent {
  blobs: Blobs
  key: string
  type: string
  disposition: string
}

interface Range {
  start: number
  end: number
}

/** One range of bytes; 'all' if none or several are asked for, which a server may answer in full; undefined if outside. */
export function rangeOf(header: string | undefined, size: number): Range | 'all' | undefined {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return 'all'
  const [from, to] = [asked[1]!, asked[2]!]
  const range =
    from === ''
      ? { start: Math.max(0, size - Number(to)), end: size - 1 }
      : { start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
  return range.start <= range.end && range.start < size ? range : undefined
}

/** Resolves to false if the file is not in storage. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs, key, type, disposition }: Sent,
): Promise<boolean> {
  const size = await blobs.size(key)
  if (size === undefined) return false
  // Stored files never change, so the SHA-256 at the end of their key says whether a client holds part of the same one.
  const etag = `"${key.slice(-32)}"`
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = isSame ? rangeOf(request.headers.range, size) : 'all'
  if (range === undefined) {
    await reply.code(416).header('accept-ranges', 'bytes').header('content-range', `bytes */${size}`).send()
    return true
  }
  // First, so that a store that fails is answered with a sentence and none of these headers.
  const file = range === 'all' ? undefined : await blobs.openLocal(key)
  const content = file ?? (await (range === 'all' ? blobs.open(key) : blobs.open(key, range)))
  void reply.header('accept-ranges', 'bytes').header('etag', etag)
  void reply.header('content-disposition', disposition).type(type)
  if (range === 'all') {
    await reply.header('content-length', size).send(content)
    return true
  }
  void reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
  await (file ? sendRange(reply, file, range) : reply.send(content))
  return true
}

/** With one buffer that is used again: for new ones, garbage was collected each second while 50 members watched. */
async function sendRange(reply: FastifyReply, file: FileHandle, { start, end }: Range): Promise<void> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  const buffer = Buffer.allocUnsafeSlow(PART_BYTES)
  try {
    for (let at = start; at <= end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(PART_BYTES, end - at + 1), at)
      if (bytesRead === 0) throw new Error('The file has become shorter.')
      at += bytesRead
      await new Promise<void>((resolve, reject) =>
        raw.write(buffer.subarray(0, bytesRead), (error) => (error ? reject(error) : resolve())),
      )
    }
    raw.end()
  } catch {
    // The client has gone, or the rest can't be read: it learns that from the end of the connection.
    raw.destroy()
  } finally {
    await file.close()
  }
}

/** Saves under this name; no page can run it. */
export const asAttachment = (name: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
