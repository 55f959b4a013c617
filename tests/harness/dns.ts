/** A DNS server for tests. */
import { afterAll } from 'vitest'
import { openDns, type TestDns } from './dns-server.ts'

export type { TestDns }

/** Ends after the tests of the file. */
export async function startDns(options?: Parameters<typeof openDns>[0]): Promise<TestDns> {
  const dns = await openDns(options)
  afterAll(() => dns.close())
  return dns
}
