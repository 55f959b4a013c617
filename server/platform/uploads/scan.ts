/**
 * Scans uploads for viruses. The EICAR test file is recognized here; everything else is sent to clamd if it is
 * configured. If the scanner does not answer, the upload is refused: an unscanned file is never shared.
 */
import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { problem } from '#server/platform/problems.ts'
import { log } from '#server/platform/log/log.ts'

export type Scan = (path: string) => Promise<void>

const ANSWER_MS = 30_000
// Split in two, so that no scanner flags this source file.
const EICAR = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')

const infected = () =>
  problem('uploads.infected', {
    message: 'We found a virus in this file, so it wasn’t uploaded. Scan your device before you attach anything else.',
    field: 'file',
  })

export function makeScan(clamdUrl: string | undefined): Scan {
  return async (path) => {
    if (await holdsEicar(path)) throw infected()
    if (clamdUrl === undefined) return
    const verdict = await askClamd(new URL(clamdUrl), path).catch((error: unknown) => {
      log.error({ error }, 'the virus scanner does not answer')
      return ''
    })
    if (/ FOUND$/.test(verdict)) throw infected()
    if (!/ OK$/.test(verdict))
      throw problem('uploads.not_scanned', {
        message: 'We can’t check files for viruses right now, so uploads are paused. Try again shortly.',
        status: 503,
      })
  }
}

async function holdsEicar(path: string): Promise<boolean> {
  let kept = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const bytes = Buffer.concat([kept, chunk as Buffer])
    if (bytes.includes(EICAR)) return true
    kept = bytes.subarray(Math.max(0, bytes.length - EICAR.length + 1))
  }
  return false
}

/** The reply to INSTREAM: each chunk is sent with its length first, and a length of zero ends the stream. */
function askClamd({ hostname, port }: URL, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port) || 3310, hostname)
    const file = createReadStream(path)
    const answer: Buffer[] = []
    const fail = (error: Error) => {
      file.destroy()
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(ANSWER_MS, () => fail(new Error('clamd took too long.')))
    socket.on('error', fail)
    socket.on('data', (data) => answer.push(data))
    socket.on('end', () => resolve(Buffer.concat(answer).toString('latin1').replaceAll('\0', '').trim()))
    file.on('error', fail)
    file.on('data', (chunk) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(chunk.length)
      socket.write(length)
      if (!socket.write(chunk)) file.pause()
    })
    socket.on('drain', () => file.resume())
    file.on('end', () => socket.write(Buffer.alloc(4)))
    socket.write('zINSTREAM\0')
  })
}
