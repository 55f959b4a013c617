/** A Redis for the tests of a file. */
import { afterAll } from 'vitest'
import { startRedis, type TestRedis } from './redis-server.ts'

export { hasRedis, NO_REDIS, type TestRedis } from './redis-server.ts'

/** Runs until the last test of the file ends. */
export async function openRedis(): Promise<TestRedis> {
  const redis = await startRedis()
  afterAll(redis.close)
  return redis
}
