/** Documents of the demo in tests: their ids, and their bytes where a test opens them. */
import path from 'node:path'
import { storeDemoDocuments } from '#database/seed/documents/seed-documents.ts'
import { ApprovePeerDocument, SubmitPeerDocument } from '#api/operations.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { newKey, type Client } from './client.ts'
import type { TestServer } from './test-server.ts'
import { uploaded } from './uploads.ts'

export const blobsOf = ({ config }: TestServer) => localBlobs(path.join(config.dataDir, 'files'))

export async function storeDocuments(testServer: TestServer): Promise<void> {
  const client = await testServer.database.write.connect()
  try {
    await storeDemoDocuments(client, blobsOf(testServer).put)
  } finally {
    client.release()
  }
}

export async function documentId({ sql }: TestServer, title: string): Promise<number> {
  const [row] = await sql<{ id: number }>('select id from peer_documents where title = $1', [title])
  if (!row) throw new Error(`No document is called “${title}”.`)
  return row.id
}

interface Submission {
  name?: string
  bytes: Uint8Array | string
  networks: number[]
  variables?: Record<string, unknown>
}

export async function submit(
  testServer: TestServer,
  client: Client,
  { name = 'notes.txt', bytes, networks, variables }: Submission,
) {
  const file = await uploaded(testServer, client, name, bytes)
  return client.op(SubmitPeerDocument, {
    title: 'A checklist from a test',
    type: 'checklist',
    file,
    networks,
    idempotency_key: newKey(),
    ...variables,
  } as never)
}

export async function publish(staff: Client, id: number): Promise<void> {
  await staff.ask(ApprovePeerDocument, { id })
}
