/** The files of a database cluster as one stream, while PostgreSQL writes to them; and back. */
import { chmodSync, chownSync, createWriteStream, mkdirSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Pack } from 'tar-stream'

/** What PostgreSQL says a backup leaves out: it is made anew at startup. The log travels separately. */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const LEFT_OUT = /^(postmaster\.(pid|opts)|.*\.tmp|pgsql_tmp.*|current_logfiles.*|recovery\.signal|standby\.signal)$/
const CHUNK_BYTES = 1_000_000
const LAST = 'global/pg_control'
const FASTEST = { level: 1 }

const entered = (tar: Pack, header: { name: string; type?: 'directory'; mode: number }, content = '') =>
  new Promise<void>((resolve, reject) => tar.entry(header, content, (error) => (error ? reject(error) : resolve())))

async function* filesIn(folder: string, within = ''): AsyncGenerator<{ name: string; isFolder: boolean }> {
  for (const entry of await readdir(path.join(folder, within), { withFileTypes: true })) {
    const name = within === '' ? entry.name : `${within}/${entry.name}`
    if (LEFT_OUT.test(entry.name)) continue
    if (entry.isDirectory()) {
      yield { name, isFolder: true }
      if (!EMPTIED.includes(name)) yield* filesIn(folder, name)
    } else if (entry.isFile()) yield { name, isFolder: false }
  }
}

/** A file may grow, shrink or vanish meanwhile; the log repairs all of it. The entry has the size it had at first. */
async function addFile(tar: Pack, folder: string, name: string): Promise<void> {
  const handle = await open(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return
  try {
    const { size } = await handle.stat()
    const entry = tar.entry({ name, size, mode: 0o600 })
    async function* content() {
      for (let at = 0; at < size;) {
        const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at))
        await handle!.read(chunk, 0, chunk.length, at)
        at += chunk.length
        yield chunk
      }
    }
    await pipeline(content(), entry)
  } finally {
    await handle.close()
  }
}

/** `stop` ends the backup in the database, after everything else was read, and returns the files that it asks for. */
export function archiveCluster(folder: string, stop: () => Promise<Record<string, string>>): Readable {
  const tar = pack()
  const zipped = createGzip(FASTEST)
  const fill = async () => {
    for await (const { name, isFolder } of filesIn(folder))
      if (isFolder) await entered(tar, { name, type: 'directory', mode: 0o700 })
      else if (name !== LAST) await addFile(tar, folder, name)
    await addFile(tar, folder, LAST)
    for (const [name, text] of Object.entries(await stop())) await entered(tar, { name, mode: 0o600 }, text)
    tar.finalize()
  }
  fill().catch((error: Error) => tar.destroy(error))
  pipeline(tar, zipped).catch((error: Error) => zipped.destroy(error))
  return zipped
}

interface Owner {
  uid: number
  gid: number
}

/** Writes the files of the archive into an empty folder, for the user that PostgreSQL runs as. */
export async function extractCluster(
  archive: AsyncIterable<Uint8Array>,
  folder: string,
  owner: Owner | undefined,
): Promise<void> {
  const tar = extract()
  const own = (place: string) => owner && chownSync(place, owner.uid, owner.gid)
  const reading = pipeline(Readable.from(archive), createGunzip(), tar)
  reading.catch(() => undefined)
  for await (const entry of tar) {
    const { name, type } = entry.header
    const place = path.join(folder, name)
    if (path.relative(folder, place).startsWith('..')) throw new Error('The archive names a file outside its folder.')
    if (type === 'directory') {
      mkdirSync(place, { recursive: true, mode: 0o700 })
      entry.resume()
    } else await pipeline(entry, createWriteStream(place, { mode: 0o600 }))
    own(place)
  }
  await reading
  chmodSync(folder, 0o700)
}
