/** Uploads files as a browser does. */
import type { UploadedFile } from '#shared/uploads.ts'
import type { Client } from './client.ts'
import type { TestServer } from './test-server.ts'

export interface UploadAnswer {
  status: number
  data: UploadedFile | undefined
  code: string | undefined
  message: string | undefined
}

export async function upload(
  testServer: TestServer,
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
export async function uploaded(testServer: TestServer, client: Client, name: string, bytes: Uint8Array | string) {
  const answer = await upload(testServer, client, name, bytes)
  if (!answer.data) throw new Error(`${name} was refused with ${answer.status} ${answer.code}: ${answer.message}`)
  return answer.data
}
