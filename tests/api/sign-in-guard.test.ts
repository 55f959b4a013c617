/** Guessing passwords and addresses. A house of its own, with the limits of a real one. */
import { expect, it } from 'vitest'
import { cast, DEMO_PASSWORD } from '../cast.ts'
import { openHouse } from '../harness/house.ts'

const open = await openHouse({ LOGIN_ATTEMPTS: '1000' })
const guarded = await openHouse({ LOGIN_ATTEMPTS: '6' })

it('does the same work for every refusal: an unknown address, a wrong password, one who never joined (threat 23)', async () => {
  const hashed = async () =>
    Number(
      /^counterpart_passwords_hashed_total (\d+)$/m.exec((await open.anonymous().send('GET', '/metrics')).text)?.[1],
    )
  const client = open.anonymous()
  const answers: unknown[] = []
  for (const email of [cast.member, 'nobody@legal.test', 'teodor@members.test', cast.suspended]) {
    const before = await hashed()
    const { status, body } = await client.signIn(email, 'not the password')
    answers.push([status, body])
    // The hash is all of the time that differs: 20 ms beside 2 ms for the rest.
    expect(await hashed(), email).toBe(before + 1)
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

it('throttles an address for everybody, however they call themselves, and says for how long', async () => {
  const statuses: number[] = []
  let last
  for (let attempt = 0; attempt < 10; attempt++) {
    const client = guarded.anonymous()
    await client.send('GET', '/auth/login')
    last = await client.send('POST', '/api/auth/login', {
      body: { email: ` ${attempt % 2 ? 'GROUPADMIN' : 'groupadmin'}@legal.test`, password: `guess ${attempt}` },
      headers: {
        'x-forwarded-for': `10.0.0.${attempt}`,
        'x-real-ip': `10.1.0.${attempt}`,
        forwarded: `for=10.2.0.${attempt}`,
      },
    })
    statuses.push(last.status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 429, 429])
  expect(last!.body).toMatchObject({
    code: 'accounts.too_many_attempts',
    message: expect.stringMatching(/Try again in \d+ minutes?\./),
  })
  expect((await guarded.anonymous().signIn(cast.groupAdmin, DEMO_PASSWORD)).status).toBe(429)
})

it('throttles a place that tries many addresses', async () => {
  const client = guarded.anonymous()
  let refused = 0
  for (let attempt = 0; attempt < 40 && refused === 0; attempt++)
    if ((await client.signIn(`guess-${attempt}@legal.test`, 'x')).status === 429) refused = attempt
  expect(refused).toBeGreaterThan(0)
})
