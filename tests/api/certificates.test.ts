/** Certificates: signed, verified by anyone with the code or without a connection, revoked, and without a name in public. */
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ConfirmCleAttendance, GetCleCredits, RevokeCleCredit, SaveCleAccreditation } from '#api/operations.ts'
import {
  codeHashOf,
  codeOf,
  readCertificate,
  readCode,
  readRevocations,
  verifyCertificate,
  type PublicKey,
} from '#shared/certificates.ts'
import { CLE_KEY_PATH, CLE_REVOKED_PATH } from '#shared/cle.ts'
import { DEMO_PASSWORD } from '#database/seed/demo-members.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus, ruth] = await testServer.members(demoMembers.member, demoMembers.peer, demoMembers.staff)
const anybody = testServer.anonymous()

const [event] = await testServer.sql<{ id: number }>(
  'select id from events where end_date < now() and cancelled_at is null order by end_date desc limit 1',
)
const PROGRAM = 'Vendor paper after the AI Act – “part 1”'
async function issue(email: string) {
  const { saveCleAccreditation } = await ruth.ask(SaveCleAccreditation, {
    accreditation: {
      event_id: event!.id,
      jurisdiction: 'NY',
      title: PROGRAM,
      number: 'NY-2026-204',
      minutes: 62,
      valid_from: '2015-01-01',
      valid_until: '2035-12-31',
    },
  })
  const accreditation_id = saveCleAccreditation.id
  return (await ruth.ask(ConfirmCleAttendance, { accreditation_id, email, minutes: 62 })).confirmCleAttendance.id
}
const ownCredit = async (id: number, client = helen) =>
  (await client.ask(GetCleCredits, {})).cle_member.cle_credits.find((each) => each.id === id)!

const id = await issue(demoMembers.member)
const credit = await ownCredit(id)
const signed = (await helen.send('GET', credit.signed_url!)).text
const bytes = new TextEncoder().encode(signed)
const key = (await anybody.send('GET', CLE_KEY_PATH)).body as PublicKey
const code = credit.verify_url!.split('/').at(-1)!
const verify = (typed: string) => anybody.send('GET', `/api/certificates/${encodeURIComponent(typed)}`)
const revocations = async () => (await readRevocations((await anybody.send('GET', CLE_REVOKED_PATH)).text, key))!

describe('the signed statement', () => {
  it('is genuine with the public key alone, and says who, what and how much (CLE-verify)', async () => {
    const { statement } = (await verifyCertificate(bytes, key)) as { statement: object }
    expect(statement).toMatchObject({
      name: 'Helen Marsh',
      program: PROGRAM,
      state: 'New York',
      credits: 1,
      minutes: 62,
      accreditation: 'NY-2026-204',
      code,
    })
  })

  it('is refused with any one byte changed, added or missing', async () => {
    const refused = async (changed: Uint8Array) => (await verifyCertificate(changed, key)).verdict === 'not_genuine'
    for (let at = 0; at < bytes.length; at++) {
      for (const bit of [1, 0x20, 0x80]) {
        const changed = bytes.slice()
        changed[at]! ^= bit
        expect({ at, bit, refused: await refused(changed) }).toEqual({ at, bit, refused: true })
      }
      expect(await refused(new Uint8Array([...bytes.slice(0, at), ...bytes.slice(at + 1)]))).toBe(true)
    }
    expect(await refused(new TextEncoder().encode(`${signed}\n`))).toBe(true)
    expect(await refused(new TextEncoder().encode(` ${signed}`))).toBe(true)
  })

  it('is refused with another key', async () => {
    const { publicKey } = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', publicKey)).toString('base64url')
    expect((await verifyCertificate(bytes, { id: key.id, public_key: raw })).verdict).toBe('not_genuine')
  })

  it('is inside the PDF, which is enough to verify it', async () => {
    const pdf = await fetch(`${testServer.url}${credit.certificate_url!}`, {
      headers: { cookie: [...helen.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const file = new Uint8Array(await pdf.arrayBuffer())
    expect(await verifyCertificate(file, key)).toMatchObject({ verdict: 'genuine', statement: { code } })
    const { extractText, getDocumentProxy } = await import('unpdf')
    const { text } = await extractText(await getDocumentProxy(file.slice()), { mergePages: true })
    for (const words of ['Helen Marsh', PROGRAM, '1.0 in New York', 'NY-2026-204', code]) expect(text).toContain(words)
    const at = Buffer.from(file).indexOf('"credits":1')
    file[at + '"credits":'.length] = '9'.charCodeAt(0)
    expect((await verifyCertificate(file, key)).verdict).toBe('not_genuine')
  })

  it('has a code of 128 bits, read with or without its dashes', () => {
    const most = codeOf(new Uint8Array(16).fill(255))
    expect([most, codeOf(new Uint8Array(16))].map((each) => each.replaceAll('-', '').length)).toEqual([26, 26])
    expect(readCode(` ${code.toLowerCase().replaceAll('-', '')} `)).toBe(code)
    expect([readCode('7QK4'), readCode(`${code}0`), readCode(code.replace(/.$/, 'U'))]).toEqual([null, null, null])
  })
})

describe('verification by code', () => {
  it('says valid with program, date and credits, without a session and never with the name (CLE-verify)', async () => {
    const answer = await verify(code)
    expect(answer.body).toMatchObject({
      data: { title: PROGRAM, state: 'New York', credits: 1, event_date: credit.event_date, revoked_at: null },
    })
    const page = await anybody.send('GET', `/verify/${code}`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    for (const text of [answer.text, page.text]) expect(text).not.toMatch(/Helen|Marsh/)
  })

  it('answers alike for a code that nobody has and for one that cannot exist', async () => {
    const unknown = await verify(codeOf(crypto.getRandomValues(new Uint8Array(16))))
    expect(unknown.status).toBe(404)
    for (const typed of ['x', code.slice(1), '%', `${code}'--`]) {
      const answer = await verify(typed)
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([404, 'cle.unknown_certificate'])
    }
  })

  it('keeps no record of who asks', async () => {
    const counts = () =>
      testServer.sql(`select (select count(*) from security_events) as events, (select count(*) from attempts) as attempts,
        (select count(*) from cle_evidence) as evidence`)
    const before = await counts()
    await verify(code)
    expect(await counts()).toEqual(before)
  })

  it('is of the member alone as a file', async () => {
    for (const url of [credit.certificate_url!, credit.signed_url!]) {
      expect((await marcus.send('GET', url)).status).toBe(404)
      expect((await ruth.send('GET', url)).status).toBe(404)
    }
  })
})

describe('revoking', () => {
  it('is seen by code, by the signed list, and by the file that is verified with it', async () => {
    const revoked = await issue(demoMembers.member)
    const { signed_url, verify_url } = await ownCredit(revoked)
    const file = new TextEncoder().encode((await helen.send('GET', signed_url!)).text)
    expect((await verifyCertificate(file, key, await revocations())).verdict).toBe('genuine')
    await ruth.ask(RevokeCleCredit, { id: revoked, reason: 'Attendance was recorded for the wrong member.' })
    const own = verify_url!.split('/').at(-1)!
    expect((await verify(own)).body).toMatchObject({ data: { revoked_at: expect.any(String) } })
    expect((await verifyCertificate(file, key, await revocations())).verdict).toBe('revoked')
    expect((await verifyCertificate(bytes, key, await revocations())).verdict).toBe('genuine')
    expect((await revocations()).revoked.map(({ code_hash }) => code_hash)).toContain(await codeHashOf(own))
  })

  it('needs a list that is signed', async () => {
    const { text } = await anybody.send('GET', CLE_REVOKED_PATH)
    expect(await readRevocations(text.replace('"signature":"', '"signature":"A'), key)).toBeNull()
    expect(await readRevocations('{}', key)).toBeNull()
  })

  it('is the only change of the public register', async () => {
    for (const act of [
      'delete from cle_certificates',
      'update cle_certificates set credits = 9',
      'update cle_certificates set revoked_at = null',
    ])
      await expect(testServer.sql(act)).rejects.toThrow('only revoked')
  })
})

describe('npm run verify:certificate', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificates-'))
  const put = (name: string, content: string | Uint8Array) => {
    writeFileSync(path.join(folder, name), content)
    return path.join(folder, name)
  }
  const run = async (...args: string[]) => {
    const command = [process.execPath, ['bin/run.mjs', 'bin/verify-certificate.ts', ...args]] as const
    return promisify(execFile)(...command).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    )
  }
  it('verifies a file with the public key alone, and finds a changed one and a revoked one', async () => {
    const keyFile = put('key.json', JSON.stringify(key))
    const good = await run(put('good.json', signed), '--key', keyFile)
    expect(good).toMatchObject({ code: 0, text: expect.stringContaining('Valid') })
    expect(good.text).toContain(PROGRAM)
    const changed = await run(put('changed.json', signed.replace('"credits":1', '"credits":2')), '--key', keyFile)
    expect(changed).toMatchObject({ code: 1, text: expect.stringContaining('Not valid') })
    await ruth.ask(RevokeCleCredit, { id, reason: 'For the command.' })
    const list = put('revoked.json', (await anybody.send('GET', CLE_REVOKED_PATH)).text)
    expect(await run(put('good.json', signed), '--key', keyFile, '--revoked', list)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Revoked'),
    })
    expect((await run()).text).toContain('Usage')
  })
})

it('a certificate outlives the account, without its name; the evidence keeps nobody', async () => {
  const guest = await testServer.member(demoMembers.newcomer)
  const own = await ownCredit(await issue(demoMembers.newcomer), guest)
  const last = own.verify_url!.split('/').at(-1)!
  const body = { password: DEMO_PASSWORD }
  expect((await guest.send('POST', '/api/account/deletion', { body })).status).toBe(200)
  await testServer.sql('update deletion_requests set due_at = now() where user_id = $1', [guest.id])
  await testServer.sql(`select graphile_worker.add_job('accounts:delete-due')`)
  await testServer.runJobs()
  expect((await verify(last)).body).toMatchObject({ data: { title: PROGRAM, revoked_at: null } })
  expect(await testServer.sql('select 1 from cle_credits where user_id = $1', [guest.id])).toEqual([])
  expect(await testServer.sql('select 1 from cle_evidence where user_id = $1', [guest.id])).toEqual([])
  expect(readCertificate(new TextEncoder().encode(signed))!.statement.name).toBe('Helen Marsh')
})
