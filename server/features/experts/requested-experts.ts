/**
 * Experts as members name them: a known one by id, or a new one by name. The same name is the same expert, no matter
 * who writes it or how many members do so at once.
 */
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { Parameter, sql, type Viewer } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import {
  NO_WEBSITE,
  expertNameProblem,
  normalisedName,
  personName,
  websiteHost,
  type ExpertType,
} from '#shared/experts.ts'
import { experts } from './experts.access.ts'
import {
  insertCompanies,
  insertExperts,
  updateUnlistedSpelling,
  selectCompanies,
  selectExperts,
} from './experts.sql.ts'

export interface AskedExpert {
  existing_expert?: number | null
  new_expert?: { name: string; first_name?: string | null; last_name?: string | null; type: ExpertType } | null
  existing_company?: number | null
  new_company?: { name: string; website?: string | null } | null
}

interface Company {
  id?: number
  name: string
  normalised_name: string
  website_host: string | null
  website?: string | null
}

interface NewExpert {
  type: ExpertType
  name: string
  first_name: string | null
  last_name: string | null
  company: Company | null
}

export type WantedExpert = { id: number } | NewExpert

/** The requested experts that the viewer can name; refuses the others with a message. */
export async function requestedExperts(
  pool: pg.Pool,
  viewer: Viewer,
  asked: readonly AskedExpert[],
): Promise<WantedExpert[]> {
  const known = await found(pool, viewer, 'existing_expert', asked)
  const companies = await found(
    pool,
    viewer,
    'existing_company',
    asked.filter(({ new_expert }) => new_expert),
  )
  return asked.map((each): WantedExpert => {
    if (each.existing_expert && known.has(each.existing_expert)) return { id: each.existing_expert }
    if (!each.new_expert)
      throw problem('experts.nobody', {
        message: 'Select an expert, or enter the name of a new one.',
        field: 'experts',
      })
    return newExpert(each, each.existing_company ? companies.get(each.existing_company) : undefined)
  })
}

interface Found {
  id: number
  name: string
  normalised_name: string
}

const MISSING = {
  existing_expert: {
    code: 'experts.not_found',
    message: 'One of the experts is no longer available. Remove and tag them again. Your text is saved.',
  },
  existing_company: {
    code: 'experts.company_not_found',
    message: 'An expert’s company is no longer available. Enter its name instead. Your text is saved.',
  },
} as const

/** Loads all requested ids. A hidden expert is refused exactly like a missing one. */
async function found(
  pool: pg.Pool,
  viewer: Viewer,
  field: keyof typeof MISSING,
  asked: readonly AskedExpert[],
): Promise<Map<number, Found>> {
  const ids = [...new Set(asked.flatMap((each) => each[field] ?? []))]
  if (ids.length === 0) return new Map()
  const relation = field === 'existing_expert' ? experts.experts : experts.found_companies
  const rows = await selectRows<Found>(
    pool,
    sql`select x.id, x.name, x.normalised_name from ${relation} x where x.id = any(${new Parameter('ids', 'bigint[]', () => ids)})`,
    viewer,
  )
  if (rows.length < ids.length) throw problem(MISSING[field].code, { message: MISSING[field].message, field })
  return new Map(rows.map((row) => [row.id, row]))
}

export function newExpert({ new_expert, new_company }: AskedExpert, existing: Found | undefined): NewExpert {
  const { type, first_name, last_name } = new_expert!
  const name = nameOf(new_expert!.name)
  const given = existing
    ? { ...existing, website_host: null }
    : new_company
      ? companyOf(new_company.name, new_company.website)
      : null
  if (type !== 'individual')
    return {
      type,
      name,
      first_name: null,
      last_name: null,
      company: (type === 'software' && given) || companyOf(name, new_company?.website),
    }
  const split = personName(name)
  return {
    type,
    name,
    first_name: first_name ? nameOf(first_name) : split.first_name,
    last_name: last_name ? nameOf(last_name) : split.last_name,
    company: given,
  }
}

function companyOf(given: string, website?: string | null): Company {
  const name = nameOf(given)
  const host = websiteHost(website)
  if (website?.trim() && host === null)
    throw problem('experts.website', {
      message: NO_WEBSITE,
      field: 'company',
    })
  return {
    name,
    normalised_name: normalisedName(name),
    website_host: host ?? websiteHost(name),
    website: host && `https://${host}`,
  }
}

function nameOf(given: string): string {
  const name = given.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  const found = expertNameProblem(name)
  if (found !== null) throw problem('experts.name', { message: found, field: 'experts' })
  return name
}

/** The ids, in the given order; inserts the new ones. `isListed` means that the names may become public. */
export async function writeExperts(
  tx: Pick<Transaction, 'query'>,
  wanted: readonly WantedExpert[],
  { creatorId, isListed }: { creatorId: number | null; isListed: boolean },
): Promise<number[]> {
  const fresh = wanted.flatMap((expert, place) => ('id' in expert ? [] : [{ ...expert, place }]))
  const ids = new Map(wanted.flatMap((expert, place) => ('id' in expert ? [[place, expert.id] as const] : [])))
  if (fresh.length > 0) {
    const companies = await writeCompanies(tx, fresh)
    const rows = fresh.map(({ company, ...expert }) => {
      const held = company?.id === undefined ? companies.get(expert.place) : company
      // A firm may have been matched by its website, under another name.
      const normalised_name =
        expert.type === 'company' ? held!.normalised_name : normalisedName(expert.name, expert.type)
      return { ...expert, normalised_name, company_id: held?.id ?? null, company_name: company?.name ?? null }
    })
    const experts = JSON.stringify(rows)
    await tx.query(insertExperts({ experts, createdBy: creatorId }))
    if (isListed) await tx.query(updateUnlistedSpelling({ experts }))
    const { rows: written } = await tx.query<{ place: number; id: number }>(selectExperts({ experts }))
    for (const { place, id } of written) ids.set(place, id)
  }
  return wanted.map((_, place) => ids.get(place)!)
}

async function writeCompanies(tx: Pick<Transaction, 'query'>, fresh: readonly (NewExpert & { place: number })[]) {
  const named = fresh.flatMap(({ company, place }) =>
    company === null || company.id !== undefined ? [] : [{ ...company, place }],
  )
  if (named.length === 0) return new Map<number, Found>()
  const companies = JSON.stringify(named)
  await tx.query(insertCompanies({ companies }))
  const { rows } = await tx.query<Found & { place: number }>(selectCompanies({ companies }))
  return new Map(rows.map((row) => [row.place, row]))
}
