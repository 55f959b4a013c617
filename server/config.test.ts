import { expect, it } from 'vitest'
import { loadConfig, SETTINGS, StartError } from './config.ts'

const refusal = (env: Record<string, string>) => {
  try {
    loadConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as Error).message
  }
  return ''
}

it('needs nothing: an embedded database, the demo, this machine only', () => {
  expect(loadConfig({})).toMatchObject({
    PORT: 4000,
    HOST: '127.0.0.1',
    embedded: true,
    demo: true,
    secure: false,
    attempts: 100,
    JOBS: 'on',
    TRUST_PROXY: 'off',
  })
})

it('opens to everybody only without the demo', () => {
  expect(loadConfig({ DATABASE_URL: 'postgresql://h/d' })).toMatchObject({
    HOST: '0.0.0.0',
    embedded: false,
    demo: false,
    attempts: 10,
  })
  expect(loadConfig({ DATABASE_URL: 'postgresql://h/d', DEMO: 'on' })).toMatchObject({ HOST: '127.0.0.1', demo: true })
  expect(loadConfig({ DEMO: 'off' })).toMatchObject({ HOST: '0.0.0.0', demo: false })
})

it('marks cookies as secure where the site is', () => {
  expect(loadConfig({ PUBLIC_URL: 'https://members.test' }).secure).toBe(true)
  expect(loadConfig({ PUBLIC_URL: 'http://members.test' }).secure).toBe(false)
})

it('names every mistake together, in words', () => {
  const message = refusal({
    PORT: '99999',
    DATABASE_URL: 'mysql://x',
    SECRET: 'short',
    LOG_LEVEL: 'loud',
    DEMO: 'yes',
    SUPPORT_EMAIL: 'x',
  })
  for (const name of ['PORT', 'DATABASE_URL', 'SECRET', 'LOG_LEVEL', 'DEMO', 'SUPPORT_EMAIL'])
    expect(message).toContain(`  ${name} `)
})

it('calls over a network encrypted only, and this machine as it likes', () => {
  for (const name of ['APP_PUSH_URL', 'LPLUS_URL', 'STRIPE_URL']) {
    for (const url of [
      'https://other.example.org/in',
      'http://127.0.0.1:4001',
      'http://localhost:4001',
      'http://[::1]:1',
    ])
      expect(loadConfig({ [name]: url })).toMatchObject({ [name]: url })
    expect(refusal({ [name]: 'http://other.example.org' })).toContain(`${name} must begin with https://`)
  }
})

it.each([
  { PORT: '-1' },
  { PORT: '1.5' },
  { PORT: 'x' },
  { TRUST_PROXY: 'true' },
  { REDIS_URL: 'localhost' },
  { METRICS_TOKEN: 'short' },
  { LOGIN_ATTEMPTS: '0' },
  { APP_PUSH_URL: 'http://push.example.org' },
  { LPLUS_URL: 'http://localhost.example.org/enter' },
  { STRIPE_URL: 'http://10.0.0.7' },
])('refuses %j', (env) => {
  expect(refusal(env as never)).toContain(Object.keys(env)[0])
})

it('asks for an emailed code on new devices only where email can arrive', () => {
  const asks = (env: Record<string, string>) => loadConfig({ DEMO: 'off', ...env }).confirmNewDevices
  const SMTP_URL = 'smtp://mail.example.org'
  expect([asks({}), asks({ SMTP_URL }), asks({ SMTP_URL, DEMO: 'on' })]).toEqual([false, true, false])
  expect([asks({ CONFIRM_NEW_DEVICES: 'on' }), asks({ SMTP_URL, CONFIRM_NEW_DEVICES: 'off' })]).toEqual([true, false])
})

it('takes a replica only beside a database of our own', () => {
  const replica = { DATABASE_READ_URL: 'postgresql://replica/d' }
  expect(refusal(replica)).toMatch(/DATABASE_READ_URL needs DATABASE_URL/)
  expect(loadConfig({ ...replica, DATABASE_URL: 'postgresql://h/d' })).toMatchObject(replica)
  expect(refusal({ DATABASE_READ_URL: 'mysql://replica/d' })).toMatch(/DATABASE_READ_URL must be a URL/)
})

it('takes an empty setting for none, and leaves foreign ones alone', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '', HOME: '/x', PATH: 'y' })).toMatchObject({
    PORT: 4000,
    embedded: true,
  })
})

it('describes every setting', () => {
  for (const [name, setting] of Object.entries(SETTINGS))
    expect({ name, description: setting.description }).toEqual({ name, description: expect.stringMatching(/\.$/) })
})
