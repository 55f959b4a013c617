import { POST, type CallConfig } from '#web/platform/api/http.ts'

/** A plain POST request: returns the `data` of its response, or throws its ApiError. */
export async function post<Data = unknown>(path: string, body: object, config?: CallConfig): Promise<Data> {
  const [answer, error] = await POST<{ data: Data } | null>(path, body, config)
  if (error) throw error
  return answer?.data as Data
}
