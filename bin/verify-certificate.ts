/**
 * npm run verify:certificate -- FILE [--key KEY.json] [--revoked LIST.json]: verifies a CLE certificate, as PDF or JSON,
 * without a connection. The key is that of /.well-known/cle-certificate-key.json, by default the one in the data folder.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/config.ts'
import { PUBLIC_KEY_FILE } from '#server/features/cle/certificates/certificate-key.ts'
import { readRevocations, verifyCertificate, type PublicKey, type Revocations } from '#shared/certificates.ts'
import { creditsOf, longDay } from '#shared/cle.ts'

const USAGE = 'Usage: npm run verify:certificate -- FILE [--key KEY.json] [--revoked LIST.json]'

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, revoked: { type: 'string' } },
})
const [file] = positionals
if (!file || positionals.length > 1) fail(USAGE)

const keyFile = values.key ?? path.join(loadConfig(process.env).dataDir, PUBLIC_KEY_FILE)
const read = (name: string): Buffer => {
  try {
    return readFileSync(name)
  } catch {
    return fail(`${name} can’t be read.`)
  }
}
const key = JSON.parse(read(keyFile).toString('utf8')) as PublicKey
let revocations: Revocations | undefined
if (values.revoked) {
  const list = await readRevocations(read(values.revoked).toString('utf8'), key)
  if (!list) fail(`${values.revoked} isn’t a list of revoked certificates signed with this key.`)
  revocations = list
}

const outcome = await verifyCertificate(read(file), key, revocations)
if (outcome.verdict === 'not_genuine')
  fail('Not valid. The file isn’t a certificate signed with this key, or it was changed.')
const { statement } = outcome
const lines = [
  outcome.verdict === 'revoked' ? `Revoked on ${longDay(outcome.revoked_at.slice(0, 10))}.` : 'Valid.',
  `Name: ${statement.name}`,
  `Program: ${statement.program}`,
  `Date: ${longDay(statement.date)}`,
  `Credits: ${creditsOf(statement.credits)} in ${statement.state}, accreditation ${statement.accreditation}`,
  `Signed by ${statement.issuer} on ${longDay(statement.issued_at.slice(0, 10))}`,
  revocations
    ? `Revocations as of ${revocations.issued_at}`
    : 'Not checked whether it was revoked: give the list with --revoked.',
]
console.log(lines.join('\n'))
process.exit(outcome.verdict === 'revoked' ? 1 : 0)
