/** The imports of the command line, for staff in the browser: first a dry run, then the same text for real. */
import { mayEverywhere } from '#shared/staff-roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { forbidden, notFound, problem } from '#server/platform/problems.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import { IMPORT_BYTES, IMPORT_CHARACTERS, type ImportKind, type ImportResult } from '#shared/imports.ts'

export interface ImportOrder {
  text: string
  isDryRun: boolean
  /** The staff member who imports. */
  staffId: number
}
export type RunImport = (order: ImportOrder) => Promise<ImportResult>
type ImportRequest = FastifyRequest<{ Params: { kind: string } }>

const order = z.object({ text: z.string().min(1), is_dry_run: z.boolean() })

/** For members, these routes do not exist. */
function requireStaff(viewer: Session | null): Session {
  if (!viewer) throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
  if (!mayEverywhere(viewer.grants, 'content')) throw forbidden(notFound())
  return viewer
}

export function registerImports(
  app: FastifyInstance,
  { sessions, tables }: { sessions: Sessions; tables: Partial<Record<ImportKind, RunImport>> },
) {
  app.post('/api/staff/imports/:kind', { bodyLimit: IMPORT_BYTES }, async (request: ImportRequest, reply) => {
    const { id: staffId } = requireStaff(await sessions.find(request.headers.cookie))
    const { kind } = request.params
    const runImport = Object.hasOwn(tables, kind) ? tables[kind as ImportKind] : undefined
    if (!runImport) throw notFound()
    const given = order.safeParse(request.body)
    if (!given.success)
      throw problem('import.empty', { message: 'Choose a CSV file first.', field: 'text', status: 400 })
    const { text, is_dry_run: isDryRun } = given.data
    if (text.length > IMPORT_CHARACTERS)
      throw problem('import.too_long', {
        message: `The file is ${text.length.toLocaleString('en-US')} characters long. The limit is ${IMPORT_CHARACTERS.toLocaleString('en-US')}. Split it, or use the command line.`,
        field: 'text',
        status: 400,
      })
    reply.header('cache-control', 'no-store')
    return { data: await runImport({ text, isDryRun, staffId }) }
  })
}
