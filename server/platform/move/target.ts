/** What a database must be before a community is copied into it. Each refusal says what to do. */
import type pg from 'pg'
import { StartError } from '#server/config.ts'
import { OLDEST_POSTGRES } from '#server/platform/database/migrations.ts'
import { selectExtensions, selectTarget } from './move.sql.ts'

interface Target {
  version: number
  encoding: string
  is_replica: boolean
  may_create: boolean
  is_unfinished: boolean
  tables: number
  missing: string[]
  refused: string[]
}

export async function requireUsable(target: pg.ClientBase, source: pg.ClientBase): Promise<void> {
  const { rows: extensions } = await source.query<{ names: string[] | null }>(selectExtensions())
  const { rows } = await target.query<Target>(selectTarget({ extensions: extensions[0]!.names ?? [] }))
  const problem = problemOf(rows[0]!)
  if (problem) throw new StartError(problem)
}

function problemOf({ version, encoding, ...target }: Target): string | undefined {
  if (version < OLDEST_POSTGRES) return 'That database is older than PostgreSQL 15. Use a newer one.'
  if (target.is_replica) return 'That database is a replica, which takes no writes. Use the address of its primary.'
  if (encoding !== 'UTF8')
    return `That database stores text as ${encoding}. Create it again with the encoding UTF8 (createdb --encoding UTF8).`
  if (target.is_unfinished)
    return 'An earlier move into that database was not finished. Drop that database, create it again, and run this again.'
  if (target.tables > 0)
    return `That database isn’t empty: it has ${target.tables} tables or views. Use a new, empty database.`
  if (!target.may_create)
    return 'That role may not create tables in the database. Make it the owner (createdb --owner …), and run this again.'
  if (target.missing.length > 0)
    return `PostgreSQL on that machine lacks the extensions ${target.missing.join(', ')}. Install its contrib package, and run this again.`
  if (target.refused.length > 0)
    return `That role may not create the extensions ${target.refused.join(', ')}. Have an administrator create them in the database, and run this again.`
  return undefined
}
