/** What a mail domain lacks in the DNS, and what to add. */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkMailDns, type MailDomain } from '#server/platform/mailer/dns-records.ts'
import { startDns } from '../harness/dns.ts'

const dns = await startDns()
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const dkim = { selector: 'counterpart', privateKey: pem }
const statesOf = async (domain: string, options: Partial<MailDomain> = {}) => {
  const findings = await checkMailDns({ domain, dkim, receives: true, dns: dns.address, ...options })
  return Object.fromEntries(findings.map(({ record, state }) => [record, state]))
}
const wordsOf = async (domain: string, record: string) =>
  (await checkMailDns({ domain, dkim, receives: true, dns: dns.address })).find((each) => each.record === record)!.words

it('finds nothing at a domain without records, and says what to add', async () => {
  expect(await statesOf('empty.test')).toEqual({ SPF: 'missing', DKIM: 'missing', DMARC: 'missing', MX: 'missing' })
  expect(await wordsOf('empty.test', 'DKIM')).toBe(`Add this TXT record: v=DKIM1; k=rsa; p=${p}`)
  expect(await wordsOf('empty.test', 'DMARC')).toContain('rua=mailto:postmaster@empty.test')
})

it('finds a domain with all records in order, its long key in parts', async () => {
  dns.txt('good.test', 'another=record', 'v=spf1 include:mail.test -all')
  dns.txt('counterpart._domainkey.good.test', `v=DKIM1; k=rsa; p=${p}`)
  dns.txt('_dmarc.good.test', 'v=DMARC1; p=reject')
  dns.mx('good.test', 'mail.good.test')
  expect(await statesOf('good.test')).toEqual({ SPF: 'ok', DKIM: 'ok', DMARC: 'ok', MX: 'ok' })
  expect(await wordsOf('good.test', 'MX')).toBe('mail.good.test')
  expect(await statesOf('good.test', { dkim: undefined, receives: false })).toEqual({
    SPF: 'ok',
    DKIM: 'weak',
    DMARC: 'ok',
  })
})

describe('a record', () => {
  it.each([
    ['twice', ['v=spf1 -all', 'v=spf1 ~all'], 'wrong'],
    ['that lets everyone send', ['v=spf1 +all'], 'wrong'],
    ['the same without a sign', ['v=spf1 all'], 'wrong'],
    ['without an end', ['v=spf1 mx'], 'weak'],
    ['that leads elsewhere', ['v=spf1 redirect=_spf.mail.test'], 'ok'],
    ['that only begins like one', ['v=spf10 -all'], 'missing'],
  ])('of SPF, %s', async (title, texts, state) => {
    const domain = `spf-${title.replaceAll(' ', '-')}.test`
    dns.txt(domain, ...texts)
    expect((await statesOf(domain))['SPF']).toBe(state)
  })

  it.each([
    ['with no effect', ['v=DMARC1; p=none'], 'weak'],
    ['without a policy', ['v=DMARC1; rua=mailto:a@b.test'], 'wrong'],
    ['twice', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'wrong'],
    ['that puts aside', ['v=DMARC1;p=quarantine'], 'ok'],
  ])('of DMARC, %s', async (title, texts, state) => {
    const domain = `dmarc-${title.replaceAll(' ', '-')}.test`
    dns.txt(`_dmarc.${domain}`, ...texts)
    expect((await statesOf(domain))['DMARC']).toBe(state)
  })

  it('of DKIM with another key is wrong', async () => {
    dns.txt('counterpart._domainkey.other.test', 'v=DKIM1; k=rsa; p=AAAA')
    expect((await statesOf('other.test'))['DKIM']).toBe('wrong')
  })

  it('of an Ed25519 key has its last 32 bytes', async () => {
    const pair = generateKeyPairSync('ed25519')
    const raw = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
    dns.txt('counterpart._domainkey.ed.test', `v=DKIM1; k=ed25519; p=${raw}`)
    const own = { ...dkim, privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
    expect((await statesOf('ed.test', { dkim: own }))['DKIM']).toBe('ok')
  })
})

it('says that the DNS does not answer', async () => {
  expect(await statesOf('good.test', { dns: '127.0.0.1:1' })).toEqual({
    SPF: 'unknown',
    DKIM: 'unknown',
    DMARC: 'unknown',
    MX: 'unknown',
  })
})
