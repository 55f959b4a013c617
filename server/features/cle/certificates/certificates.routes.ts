/** A member's own certificates as files, and what anybody may ask: is this code valid, the public key, what was revoked. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idIn } from '#server/platform/http/checked-body.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { notFound, problem } from '#server/platform/problems.ts'
import { asAttachment, sendFile } from '#server/platform/uploads/send-file.ts'
import {
  certificateText,
  codeHashOf,
  readCode,
  type CertificateStatement,
  type Revocations,
  type SignedRevocations,
} from '#shared/certificates.ts'
import { CERTIFICATE_PATH, CLE_CERTIFICATES_PATH, CLE_KEY_PATH, CLE_REVOKED_PATH, VERIFY_PATH } from '#shared/cle.ts'
import { cle } from '../cle.access.ts'
import { selectCertificateByCode, selectRevoked } from '../cle.sql.ts'
import type { Signer } from './certificate-key.ts'
import { certificatePdf } from './certificate-pdf.ts'

interface OwnCertificate {
  id: number
  file_key: string | null
  file_name: string | null
  file_type: string | null
  code: string | null
  statement: string | null
  signature: string | null
}

export interface ShownCertificate {
  title: string
  event_date: string
  state: string
  credits: number
  issued_at: Date
  revoked_at: Date | null
}

/** Never the name. An unknown code and one that cannot exist look alike. */
export async function showCertificate(
  { readPool }: Pick<AppContext, 'readPool'>,
  typed: unknown,
): Promise<ShownCertificate> {
  const code = typeof typed === 'string' ? readCode(typed) : null
  const { rows } = code
    ? await readPool.query<ShownCertificate>(selectCertificateByCode({ codeHash: await codeHashOf(code) }))
    : { rows: [] }
  if (!rows[0]) throw problem('cle.unknown_certificate', { message: 'No certificate has this code.', status: 404 })
  return rows[0]
}

export function registerCertificateRoutes(app: FastifyInstance, context: AppContext, signer: Signer) {
  const { readPool, blobs, sessions, email } = context
  type Asked = FastifyRequest<{ Params: { id: string } }>

  const ownCertificate = async ({ headers, params }: Asked): Promise<OwnCertificate> => {
    const viewer = await sessions.find(headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to open this certificate.', status: 401 })
    const id = idIn({ params })
    const [found] = await selectRows<OwnCertificate>(
      readPool,
      sql`select c.id, c.file_key, c.file_name, c.file_type, c.code, c.statement, c.signature from ${cle.own_credits} c
        where c.id = ${new Parameter('credit', 'bigint', () => id)} and c.revoked_at is null`,
      viewer,
    )
    if (!found) throw notFound()
    return found
  }
  const nameOf = ({ id }: OwnCertificate, ending: string) => asAttachment(`cle-certificate-${id}.${ending}`)

  app.get(`${CLE_CERTIFICATES_PATH}/:id`, async (request: Asked, reply) => {
    const own = await ownCertificate(request)
    void reply.header('content-security-policy', INERT_FILE).header('cache-control', 'no-store')
    if (own.signature)
      return reply
        .header('content-disposition', nameOf(own, 'pdf'))
        .type('application/pdf')
        .send(
          await certificatePdf({
            statement: JSON.parse(own.statement!) as CertificateStatement,
            signed: own.statement!,
            signature: own.signature,
            verifyUrl: `${email.publicUrl}${VERIFY_PATH}/${own.code!}`,
          }),
        )
    const file = { key: own.file_key!, type: own.file_type!, disposition: asAttachment(own.file_name ?? ''), blobs }
    if (!own.file_key || !(await sendFile(request, reply, file))) throw notFound()
    return reply
  })

  app.get(`${CLE_CERTIFICATES_PATH}/:id/signed`, async (request: Asked, reply) => {
    const own = await ownCertificate(request)
    if (!own.signature) throw notFound()
    return reply
      .header('content-security-policy', INERT_FILE)
      .header('cache-control', 'no-store')
      .header('content-disposition', nameOf(own, 'json'))
      .type('application/json; charset=utf-8')
      .send(certificateText(own.statement!, own.signature))
  })

  registerPublicRoutes(app, context, signer)
}

/** For anybody; nothing is recorded about who asks. */
function registerPublicRoutes(app: FastifyInstance, context: Pick<AppContext, 'readPool'>, signer: Signer) {
  app.get(`${CERTIFICATE_PATH}/:code`, async (request: FastifyRequest<{ Params: { code: string } }>, reply) => {
    void reply.header('cache-control', 'no-store')
    return { data: await showCertificate(context, request.params.code) }
  })

  app.get(CLE_KEY_PATH, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/json').send(signer.key),
  )
  app.get(CLE_REVOKED_PATH, async (_request, reply) => {
    const { rows } = await context.readPool.query<{ code_hash: string; revoked_at: Date }>(selectRevoked())
    const revoked = rows.map((row) => ({ code_hash: row.code_hash, revoked_at: row.revoked_at.toISOString() }))
    const list = JSON.stringify({ issued_at: new Date().toISOString(), revoked } satisfies Revocations)
    const signed: SignedRevocations = { list, signature: signer.sign(list) }
    return reply.header('cache-control', 'public, max-age=300').type('application/json').send(signed)
  })
}
