/** Peer documents of the demo: rows for every database, and bytes where files are stored. */
import { keyOfBytes } from '#server/platform/blobs.ts'
import type { ClientBase } from 'pg'
import { openFileTools } from '#server/platform/files/file-tools.ts'
import { documentFileName } from '#shared/documents.ts'
import { FILE_TYPES } from '#shared/uploads.ts'
import { requirePerson } from '../demo-members.ts'
import { docxPagesOf, pdfPagesOf, pptxOf, xlsxOf } from '../file-forms.ts'
import { areasOfExpertise, geographies, networks } from '../networks.ts'
import { seededRandom } from '../seeded-random.ts'
import { legalDocuments } from './documents-legal.ts'
import { otherDocuments } from './documents-others.ts'
import { legalRequests, otherRequests } from './requests.ts'
import type { DocumentSeed } from './document-seeds.ts'

export const demoDocuments = [...legalDocuments, ...otherDocuments]
const requests = [...legalRequests, ...otherRequests]
const MAKE = { pdf: pdfPagesOf, docx: docxPagesOf, xlsx: xlsxOf, pptx: pptxOf }
const LABELS = { pdf: 'Page', docx: 'Page', xlsx: 'Sheet', pptx: 'Slide' }
const PREVIEW_WIDTH = 640
/** Days between two versions. */
const BETWEEN = 40
const ANONYMOUS_IDS = 800_000_000_000_000

const bytesOf = ({ form }: DocumentSeed, pages: DocumentSeed['pages']) => MAKE[form](pages)
const versionsOf = (document: DocumentSeed) => [
  ...(document.earlier ?? []).map(({ pages }, index) => ({ pages, note: document.earlier![index - 1]?.note ?? '' })),
  { pages: document.pages, note: document.earlier?.at(-1)?.note ?? '' },
]

async function insertFile(client: ClientBase, document: DocumentSeed, pages: DocumentSeed['pages']): Promise<number> {
  const bytes = bytesOf(document, pages)
  const { rows } = await client.query<{ id: number }>(
    `insert into material_files (name, file_type, size, storage_key, num_of_pages, outcome) values ($1, $2, $3, $4, $5, 'read') returning id`,
    [
      documentFileName(document.title, `x.${document.form}`),
      FILE_TYPES[document.form],
      bytes.length,
      keyOfBytes(bytes),
      pages.length,
    ],
  )
  const { id } = rows[0]!
  await client.query(
    `insert into material_pages (file_id, number, label, content)
     select $1, p.number, $2, p.content from jsonb_to_recordset($3) as p(number integer, content text)`,
    [
      id,
      LABELS[document.form],
      JSON.stringify(pages.map((page, index) => ({ number: index + 1, content: page.join('\n') }))),
    ],
  )
  return id
}

async function insertDocument(client: ClientBase, document: DocumentSeed): Promise<number> {
  const { title, description, type, by, isAnonymous = false, state = 'approved', daysAgo } = document
  const isFirst = isAnonymous
    ? `date_trunc('day', now() - interval '1 day' * $9, 'UTC')`
    : `now() - interval '1 day' * $9`
  const { rows } = await client.query<{ id: number }>(
    `insert into peer_documents (id, title, description, type, is_anonymous, submitter_id, company, reason, is_watermarked, is_featured,
       featured_banner, available_from, date_created, date_uploaded)
     select coalesce($10, nextval('peer_documents_id_seq')), $1, $2, $3, $4, case when not $4 then u.id end, case when not $4 then u.company_name end,
       $6, $7, $8::text is not null, $8, now() + interval '1 day' * $11, ${isFirst}, ${isFirst} from users u where u.id = $5 returning id`,
    [
      title,
      description,
      type,
      isAnonymous,
      requirePerson(by).id,
      document.reason ?? null,
      document.isWatermarked ?? false,
      document.banner ?? null,
      daysAgo,
      isAnonymous ? 1 + Math.floor(seededRandom(title) * ANONYMOUS_IDS) : null,
      document.opensInDays ?? null,
    ],
  )
  const { id } = rows[0]!
  const versions = versionsOf(document)
  for (const [index, { pages, note }] of versions.entries()) {
    const fileId = await insertFile(client, document, pages)
    const days = daysAgo + (versions.length - 1 - index) * BETWEEN
    const at = isAnonymous ? `date_trunc('day', now() - interval '1 day' * $5, 'UTC')` : `now() - interval '1 day' * $5`
    await client.query(
      `with version as (
         insert into document_versions (document_id, number, file_id, note, date_uploaded, approved_at)
         values ($1, $2, $3, $4, ${at}, case when $6 = 'approved' then now() - interval '1 day' * $5 end) returning id)
       update peer_documents d set state = $6, current_version_id = case when $6 = 'approved' then v.id end from version v where d.id = $1`,
      [id, index + 1, fileId, note, days, state],
    )
  }
  if (isAnonymous)
    await client.query('insert into document_submitters (document_id, user_id) values ($1, $2)', [
      id,
      requirePerson(by).id,
    ])
  return id
}

/** Ids of networks, areas and places are positions in their lists. */
async function insertTags(client: ClientBase, id: number, document: DocumentSeed): Promise<void> {
  const places = document.geographies ?? []
  await client.query(
    `with n as (insert into peer_document_networks select $1, x from unnest($2::bigint[]) x),
       a as (insert into peer_document_areas select $1, x from unnest($3::bigint[]) x)
     insert into peer_document_geographies select $1, x from unnest($4::bigint[]) x`,
    [
      id,
      document.networks.map((slug) => networks.findIndex((network) => network.slug === slug) + 1),
      document.areas.map((area) => areasOfExpertise.indexOf(area) + 1),
      places.map((place) => geographies.findIndex(([name]) => name === place) + 1),
    ],
  )
}

export async function seedDocuments(client: ClientBase): Promise<void> {
  const ids = new Map<string, number>()
  for (const document of demoDocuments) {
    const id = await insertDocument(client, document)
    ids.set(document.title, id)
    await insertTags(client, id, document)
  }
  for (const { by, networks: slugs, title, text, daysAgo, state, answeredBy } of requests)
    await client.query(
      `with asked as (
         insert into document_requests (document_title, request, requester_id, state, date_created, moderated_date)
         values ($1, $2, $3, $4, now() - interval '1 day' * $5, case when $4 <> 'pending' then now() - interval '1 day' * $5 * 0.9 end) returning id),
       placed as (insert into document_request_networks select a.id, x from asked a, unnest($6::bigint[]) x)
       insert into document_request_matches select a.id, $7 from asked a where $7::bigint is not null`,
      [
        title,
        text,
        requirePerson(by).id,
        state,
        daysAgo,
        slugs.map((slug) => networks.findIndex((network) => network.slug === slug) + 1),
        answeredBy === undefined ? null : ids.get(answeredBy),
      ],
    )
}

/** Stores the bytes, and draws the first pages. `put` returns the key of the bytes. */
export async function storeDemoDocuments(
  client: ClientBase,
  put: (bytes: Uint8Array) => Promise<string>,
): Promise<void> {
  const tools = openFileTools()
  try {
    for (const document of demoDocuments)
      for (const { pages } of versionsOf(document)) {
        const bytes = bytesOf(document, pages)
        const key = await put(bytes)
        const { images } = await tools.previews(new Uint8Array(bytes), FILE_TYPES[document.form]!, {
          pages: 1,
          width: PREVIEW_WIDTH,
        })
        if (images[0])
          await client.query('update material_files set preview_key = $2 where storage_key = $1', [
            key,
            await put(images[0]),
          ])
      }
  } finally {
    await tools.close()
  }
}
