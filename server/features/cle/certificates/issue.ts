/** Issues a signed certificate: the statement with the name stays with the credit, the register has neither name nor code. */
import { randomBytes } from 'node:crypto'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { problem } from '#server/platform/problems.ts'
import { codeHashOf, codeOf, signedText, type CertificateStatement } from '#shared/certificates.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import {
  insertCertificate,
  insertCredit,
  insertEvidence,
  selectAmount,
  selectHolder,
  setCertificate,
} from '../cle.sql.ts'
import type { Signer } from './certificate-key.ts'

const CODE_BYTES = 16

export interface Earned {
  userId: number
  origin: 'watched' | 'attended'
  accreditation: { id: number; title: string; number: string; jurisdiction: string }
  minutes: number
  /** YYYY-MM-DD; today in the member's zone if missing. */
  day?: string
  createdBy?: number
}

export const evidence = (tx: Pick<Transaction, 'query'>, userId: number, kind: string, facts: object) =>
  tx.query(insertEvidence({ userId, kind, facts: JSON.stringify(facts) }))

const nothing = (state: string, minutes: number) =>
  problem('cle.too_short', { message: `${minutes} minutes earn no credit in ${state}.`, field: 'minutes' })

/** Resolves to the id of the credit. Refuses a second one for the same accreditation. */
export async function issueCertificate(tx: Transaction, signer: Signer, earned: Earned): Promise<number> {
  const { userId, accreditation, minutes, origin } = earned
  const { rows: holders } = await tx.query<{ name: string; today: string }>(selectHolder({ userId }))
  const day = earned.day ?? holders[0]!.today
  const { rows: amounts } = await tx.query<{ credits: number; state: string }>(
    selectAmount({ minutes, jurisdiction: accreditation.jurisdiction, day }),
  )
  if (!amounts[0] || amounts[0].credits === 0) throw nothing(amounts[0]?.state ?? accreditation.jurisdiction, minutes)
  const { credits, state } = amounts[0]
  const { rows: made } = await tx.query<{ id: number }>(
    insertCredit({
      userId,
      title: accreditation.title,
      eventDate: day,
      minutes,
      jurisdiction: accreditation.jurisdiction,
      origin,
      accreditationId: accreditation.id,
      createdBy: earned.createdBy,
      fileName: null,
      fileType: null,
      fileKey: null,
    }),
  )
  if (!made[0]) throw problem('cle.earned', { message: 'This credit has been earned already.' })
  const issuedAt = new Date()
  const code = codeOf(randomBytes(CODE_BYTES))
  const statement: CertificateStatement = {
    version: 1,
    issuer: PRODUCT_NAME,
    key: signer.key.id,
    code,
    name: holders[0]!.name,
    program: accreditation.title,
    date: day,
    state,
    accreditation: accreditation.number,
    minutes,
    credits,
    issued_at: issuedAt.toISOString(),
  }
  const signed = signedText(statement)
  const codeHash = await codeHashOf(code)
  const { rows: certificates } = await tx.query<{ id: number }>(
    insertCertificate({
      codeHash,
      title: accreditation.title,
      eventDate: day,
      jurisdiction: accreditation.jurisdiction,
      credits,
      issuedAt,
    }),
  )
  const certificateId = certificates[0]!.id
  await tx.query(
    setCertificate({ id: made[0].id, certificateId, code, statement: signed, signature: signer.sign(signed) }),
  )
  // Without a name, and with nothing that leads to one after the account is deleted but the code on the certificate.
  await evidence(tx, userId, 'issued', { certificate: codeHash, accreditation: accreditation.id, minutes, credits })
  return made[0].id
}
