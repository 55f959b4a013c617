/** npm run bench -- sign-in: sign-ins per second vs. bare password hashes, and how much they slow down reading. */
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#database/seed/demo-members.ts'
import { hashPassword, verifyPassword } from '#server/platform/session/passwords.ts'
import { openDemo } from './demo.ts'
import { load, median, print, round, ROUNDS } from './kit.ts'
import { callOf, strangerOf } from './sessions.ts'

const SECONDS = 5
const READERS = 4
const ARRIVING = 24
/** More than are hashed at once, so that hashing never waits for this program. */
const AT_ONCE = 4
const READER = 'member@legal.test'

// The rate limit would stop the benchmark: real users come from many IP addresses, this one from one.
process.env['LOGIN_ATTEMPTS'] = '100000'
const site = await openDemo()
try {
  const { port } = site
  const feed = { port, requests: [callOf('threads', {}, await site.visitor(READER))], connections: READERS }
  const arriving = {
    port,
    connections: ARRIVING,
    // Invited members have no password yet.
    requests: DEMO_ACCOUNTS.filter(({ path }) => path === undefined).map(({ email }) => ({
      path: '/api/auth/login',
      method: 'POST',
      headers: strangerOf(),
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    })),
  }
  await load({ ...feed, seconds: 3 })
  await load({ ...arriving, seconds: 2 })
  const alone: number[] = []
  const crowded: number[] = []
  const signIns: number[] = []
  const hashes: number[] = []
  for (let each = 0; each < ROUNDS; each++) {
    hashes.push(await hashRate())
    alone.push((await load({ ...feed, seconds: SECONDS })).p95)
    const [read, entered] = await Promise.all([
      load({ ...feed, seconds: SECONDS }),
      load({ ...arriving, seconds: SECONDS }),
    ])
    crowded.push(read.p95)
    signIns.push(entered.rate)
  }
  print('sign-in', {
    ratio_feed_p95_crowded_to_alone: round(median(crowded) / median(alone)),
    ratio_sign_ins_to_hashes: round(median(signIns) / median(hashes)),
    sign_ins_per_second: round(median(signIns), 1),
    hashes_per_second: round(median(hashes), 1),
    must: { ratio_feed_p95_crowded_to_alone: '<= 2' },
    milliseconds: { feed_p95_alone: round(median(alone), 1), feed_p95_crowded: round(median(crowded), 1) },
  })
} finally {
  await site.close()
}

/** Password verifications per second with nothing else running. */
async function hashRate(): Promise<number> {
  const hash = await hashPassword(DEMO_PASSWORD)
  const until = performance.now() + 2_000
  let done = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        await verifyPassword({ hash, password: DEMO_PASSWORD })
        done += 1
      }
    }),
  )
  return done / 2
}
