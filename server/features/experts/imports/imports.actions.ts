/** Imports a CSV of experts into the directory: completes known experts and never duplicates them. */
import type pg from 'pg'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { importRows, readCsv, type CsvRow, type Outcome } from '#server/platform/imports/imports.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import {
  COMPANY_REQUIRED,
  EXPERT_TYPES,
  EXPERT_TYPE_LABELS,
  PRICES,
  websiteHost,
  type ExpertType,
} from '#shared/experts.ts'
import { IMPORT_COLUMNS, type ImportResult } from '#shared/imports.ts'
import { refreshExperts } from '#server/features/experts/experts.sql.ts'
import {
  addCategories,
  addPlaces,
  completeCompany,
  completeExpert,
  findPlaces,
  lastExpert,
  selectChannels,
} from './imports.sql.ts'
import { newExpert, writeExperts } from '#server/features/experts/requested-experts.ts'

const TEXT_LENGTH = 1_000

export interface ImportOrder {
  text: string
  isDryRun: boolean
  /** Networks whose members can find experts that no one has named yet; all networks if empty. */
  networks?: readonly string[]
}

export async function importExperts(pool: pg.Pool, bus: Bus, order: ImportOrder): Promise<ImportResult> {
  const { networks = [], text, isDryRun } = order
  const rows = readCsv(text, IMPORT_COLUMNS.experts)
  const { rows: found } = await pool.query<{ slug: string; channel: number }>(
    selectChannels({ slugs: networks.length > 0 ? networks : null }),
  )
  const unknown = networks.filter((slug) => !found.some((network) => network.slug === slug))
  if (unknown.length > 0)
    throw problem('import.network', {
      status: 400,
      message: `There’s no network named ${unknown.join(', ')}.`,
      field: 'network',
    })
  const channels = found.map(({ channel }) => channel)
  return importRows(pool, bus, { rows, isDryRun }, (tx, row) => takeExpert(tx, row, channels))
}

async function takeExpert(tx: Transaction, row: CsvRow, channels: readonly number[]): Promise<Outcome> {
  const { cell, list } = row
  const type = typeOf(cell('type'))
  if (type === 'individual' && cell('company') === '') refuse(COMPANY_REQUIRED)
  if (cell('website') !== '' && websiteHost(cell('website')) === null)
    refuse(`${cell('website')} isn’t a valid website.`)
  for (const column of ['about', 'tag_line'])
    if (cell(column).length > TEXT_LENGTH) refuse(`${column} is longer than ${TEXT_LENGTH} characters.`)
  const price = priceOf(cell('price'))
  const places = await placesOf(tx, list('geographies'))
  const wanted = newExpert({ new_expert: { name: cell('name'), type }, new_company: companyOf(row) }, undefined)
  const { rows: before } = await tx.query<{ last: number }>(lastExpert())
  const [id] = await writeExperts(tx, [wanted], { creatorId: null, isListed: true })
  const isNew = id! > before[0]!.last
  await tx.query(completeExpert({ id, price, channels }))
  await tx.query(
    completeCompany({
      id,
      about: cell('about'),
      tagLine: cell('tag_line'),
      website: cell('website') && `https://${websiteHost(cell('website'))}`,
      websiteHost: websiteHost(cell('website')),
    }),
  )
  if (list('categories').length > 0) await tx.query(addCategories({ id, categories: list('categories') }))
  await tx.query(addPlaces({ expertId: id, placeIds: places }))
  await tx.query(refreshExperts({ expertIds: [id!] }))
  return isNew ? 'made' : 'known'
}

const companyOf = ({ cell }: CsvRow) => {
  const name = cell('company')
  return name === '' ? { name: cell('name'), website: cell('website') } : { name, website: cell('website') }
}

function typeOf(given: string): ExpertType {
  const word = given.toLowerCase()
  const type = EXPERT_TYPES.find((each) => each === word || EXPERT_TYPE_LABELS[each].toLowerCase() === word)
  if (!type) refuse(`The type must be one of ${EXPERT_TYPES.join(', ')}, not “${given}.”`)
  return type
}

function priceOf(given: string): number {
  if (given === '') return 0
  const band = PRICES.find(({ index, name }) => String(index) === given || name.toLowerCase() === given.toLowerCase())
  if (!band)
    refuse(
      `The price must be one of ${PRICES.map(({ index, name }) => `${index} (${name})`).join(', ')}, not “${given}.”`,
    )
  return band.index
}

async function placesOf(tx: Transaction, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return []
  const { rows } = await tx.query<{ id: number; name: string }>(findPlaces({ names }))
  const missing = names.find((name) => !rows.some((place) => place.name === name.toLowerCase()))
  if (missing !== undefined) refuse(`There’s no location named “${missing}.”`)
  return rows.map(({ id }) => id)
}

function refuse(message: string): never {
  throw problem('experts.import', { message })
}
