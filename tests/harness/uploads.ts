/** Uploads files as a browser does. */
import { RESUMABLE_PART_BYTES, RESUMABLE_PATH, type ResumablePurpose, type UploadedFile } from '#shared/uploads.ts'
import type { Client } from './client.ts'
import type { TestServer } from './test-server.ts'

export interface UploadAnswer {
  status: number
  data: UploadedFile | undefined
  code: string | undefined
  message: string | undefined
}

export async function upload(
  testServer: Pick<TestServer, 'url'>,
  client: Client,
  name: string,
  bytes: Uint8Array | string,
  { type = 'application/octet-stream', headers = {} as Record<string, string> } = {},
): Promise<UploadAnswer> {
  const body = new FormData()
  body.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name)
  const response = await fetch(`${testServer.url}/api/uploads`, {
    method: 'POST',
    headers: {
      cookie: [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
      ...headers,
    },
    body,
  })
  const answer = (await response.json()) as { data?: UploadedFile; code?: string; message?: string }
  return { status: response.status, data: answer.data, code: answer.code, message: answer.message }
}

/** Returns the file as a post references it; throws if the upload is refused. */
export async function uploaded(
  testServer: Pick<TestServer, 'url'>,
  client: Client,
  name: string,
  bytes: Uint8Array | string,
) {
  const answer = await upload(testServer, client, name, bytes)
  if (!answer.data) throw new Error(`${name} was refused with ${answer.status} ${answer.code}: ${answer.message}`)
  return answer.data
}

/** A large file, sent in parts as the browser sends it. */
export async function uploadedInParts(
  client: Client,
  name: string,
  bytes: Uint8Array,
  purpose: ResumablePurpose,
): Promise<UploadedFile> {
  const headers = { 'tus-resumable': '1.0.0' }
  const pairs = Object.entries({ filename: name, purpose })
  const created = await client.send('POST', RESUMABLE_PATH, {
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
    },
  })
  const at = created.headers.get('location')
  if (at === null) throw new Error(`${name} was refused with ${created.status}: ${created.text}`)
  for (let from = 0; from < bytes.length; from += RESUMABLE_PART_BYTES)
    await client.send('PATCH', at, {
      bytes: bytes.subarray(from, from + RESUMABLE_PART_BYTES),
      headers: { ...headers, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
    })
  const { text } = await client.send('POST', `${at}/finish`, { body: {} })
  return (JSON.parse(text) as { data: UploadedFile }).data
}
