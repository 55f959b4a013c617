import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'
import { makeSessions, readCookie } from './sessions.ts'

const secret = 'a secret of the test'
const sessions = makeSessions({ pool: {} as pg.Pool, secret, cookieName: 'house.session_token' })
const sign = (token: string) => createHmac('sha256', secret).update(token).digest('base64')
const cookie = (value: string) => `THEME=legal; house.session_token=${encodeURIComponent(value)}; other=1`

it('reads the token of a cookie that it signed', () => {
  expect(sessions.token(cookie(`token.${sign('token')}`))).toBe('token')
  expect(sessions.token(cookie(`to.ken.${sign('to.ken')}`))).toBe('to.ken')
})

it('believes no other', () => {
  for (const value of [
    '',
    '.',
    'token',
    'token.',
    `.${sign('')}`,
    `token.${sign('other')}`,
    `token.${sign('token')}x`,
    `tokem.${sign('token')}`,
    '%E0%A4%A',
  ])
    expect(sessions.token(cookie(value))).toBeNull()
  for (const header of [
    undefined,
    '',
    'house.session_token',
    'house.session_token=%',
    `xhouse.session_token=token.${sign('token')}`,
  ])
    expect(sessions.token(header)).toBeNull()
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(sessions.token(cookie(value))).toBeNull()
    }),
    { numRuns: 1_000 },
  )
})

it('binds the cross-site token to the session', () => {
  const [a, b, nobody] = [sessions.xsrf('a'), sessions.xsrf('b'), sessions.xsrf(null)]
  expect(new Set([a, b, nobody]).size).toBe(3)
  expect(a).toMatch(/^[A-Za-z0-9]{38,}$/)
  expect(sessions.xsrfMatches('a', a)).toBe(true)
  for (const given of [b, nobody, '', undefined, null, 5, [a], `${a}x`, 'ü'.repeat(a.length)])
    expect(sessions.xsrfMatches('a', given)).toBe(false)
  expect(makeSessions({ pool: {} as pg.Pool, secret: 'another', cookieName: 'x' }).xsrf('a')).not.toBe(a)
})

it('finds a cookie by its whole name', () => {
  expect(readCookie('a=1; b=2; ab=3', 'b')).toBe('2')
  expect(readCookie('a=x%20y; c', 'a')).toBe('x y')
  expect(readCookie('a=%', 'a')).toBeUndefined()
  expect(readCookie('__proto__=1', 'a')).toBeUndefined()
})

it('keeps passwords as argon2id, each with a salt of its own, and knows the right one', async () => {
  const [first, second] = await Promise.all([hashPassword('Grüße, 世界'), hashPassword('Grüße, 世界')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/)
  expect(first).not.toBe(second)
  expect(await verifyPassword({ hash: first, password: 'Grüße, 世界'.normalize('NFD') })).toBe(true)
  for (const password of ['Grüße, 世界 ', 'grüße, 世界', ''])
    expect(await verifyPassword({ hash: first, password })).toBe(false)
  for (const hash of [
    '',
    'plain',
    first.replace('argon2id', 'argon2i'),
    first.slice(0, -2),
    '$argon2id$v=19$m=8,t=1,p=1$AAAA$',
  ])
    expect(await verifyPassword({ hash, password: 'Grüße, 世界' })).toBe(false)
})
