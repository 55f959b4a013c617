import { POST, type CallConfig } from '#web/platform/api/http.ts'

/** A plain call that changes something: the data of its answer, or its ApiError thrown. */
export async function post<Data = unknown>(path: string, body: object, config?: CallConfig): Promise<Data> {
  const [answer, error] = await POST<{ data: Data } | null>(path, body, config)
  if (error) throw error
  return answer?.data as Data
}
