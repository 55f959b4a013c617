/** Files attached to some threads of the demo: generated in code, stored like uploads of members. */
import type { ClientBase } from 'pg'
import sharp from 'sharp'
import { PREVIEW_PIXELS } from '#shared/uploads.ts'
import { docxOf, pdfOf, xlsxOf } from './file-forms.ts'

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export interface FileSeed {
  topic: string
  /** The message's position in the thread: 0 is the opening message. */
  at: number
  name: string
  file_type: string
  make: () => Buffer | Promise<Buffer>
}

export const demoFiles: readonly FileSeed[] = [
  {
    topic: 'Customer wants a named engineer for the life of the contract. Do you ever agree?',
    at: 0,
    name: 'Key person clause.docx',
    file_type: OFFICE,
    make: () =>
      docxOf([
        'Key person',
        'The supplier assigns the person named in schedule 2 for the term of the agreement.',
        'Replacement needs the consent of the customer, which may not be withheld where the person leaves.',
      ]),
  },
  {
    topic: 'Ransomware playbook: who may decide to pay, and how fast can you reach them?',
    at: 0,
    name: 'Decision tree.pdf',
    file_type: 'application/pdf',
    make: () =>
      pdfOf([
        'Who decides, in this order',
        '1. General counsel and chief executive together',
        '2. Chair of the audit committee',
        '3. Any two directors, by telephone, with a note within the day',
      ]),
  },
  {
    topic: 'How are you presenting AI spend to the board: opex line, programme, or allocated?',
    at: 0,
    name: 'Spend by programme.png',
    file_type: 'image/png',
    make: () => bars([38, 46, 61, 58, 74, 92]),
  },
  {
    topic: 'Who signs below $50k? Delegations of authority, in practice',
    at: 0,
    name: 'Approval matrix, one page.xlsx',
    file_type: SHEET,
    make: () =>
      xlsxOf([
        [
          'Matrix',
          'Contract',
          'Limit',
          'Who signs',
          'Services',
          '50,000',
          'Head of the function',
          'Software',
          '25,000',
        ],
        ['Notes', 'Renewals count as new contracts', 'Two signatures above 250,000', 'Leases always go to the board'],
      ]),
  },
  {
    topic: 'DSAR flood after a redundancy round. How are you triaging?',
    at: 0,
    name: 'Triage questions.docx',
    file_type: OFFICE,
    make: () =>
      docxOf([
        'Questions before the search starts',
        '1. Is the request from the person, or from a representative with authority?',
        '2. Which systems, and which months?',
        '3. Is there a claim, or one announced?',
        '4. Who else is named in what will be found?',
      ]),
  },
  {
    topic: 'Works council wants co-determination over an AI writing assistant. Pilot starts in three weeks',
    at: 1,
    name: 'Pilot agreement, redacted.pdf',
    file_type: 'application/pdf',
    make: () =>
      pdfOf([
        'Agreement on a pilot of a writing assistant',
        '1. The pilot lasts twelve weeks and ends by itself.',
        '2. No evaluation of performance or conduct is based on it.',
        '3. Logs are kept for 30 days and are opened only jointly.',
        '4. Participation is voluntary, and may end on any day.',
      ]),
  },
  {
    topic: 'Security questionnaire with 412 questions. Do you refuse, charge, or surrender?',
    at: 0,
    name: 'Our standard answers.xlsx',
    file_type: SHEET,
    make: () =>
      xlsxOf([
        [
          'Answers',
          'Encryption at rest',
          'Yes, keys held by us',
          'Subprocessors',
          'List on request',
          'Penetration test',
          'Yearly',
        ],
        ['Refused', 'Source code', 'Names of staff', 'Network diagrams'],
      ]),
  },
  {
    topic: 'Trapped cash: dividend, loan, or local investment?',
    at: 0,
    name: 'Routes compared.xlsx',
    file_type: SHEET,
    make: () =>
      xlsxOf([
        [
          'Routes',
          'Dividend',
          'Withholding 10%',
          'Intercompany loan',
          'Interest limits apply',
          'Local investment',
          'None',
        ],
        ['Assumptions', 'Twelve months', 'No change of the treaty', 'Bank confirms each transfer'],
      ]),
  },
  {
    topic: 'First audit at our size. What do you wish you had prepared?',
    at: 1,
    name: 'Prepared by client list.docx',
    file_type: OFFICE,
    make: () =>
      docxOf([
        'What the auditors asked for in the first week',
        'Trial balance by entity, with the mapping to the statements',
        'All leases, with the options to extend',
        'Minutes of the board and of the audit committee',
        'Revenue contracts above the testing threshold',
      ]),
  },
]

/** A chart without text, so that it looks the same on every machine. */
function bars(heights: readonly number[]): Promise<Buffer> {
  const drawn = heights.map(
    (height, index) =>
      `<rect x="${90 + index * 180}" y="${600 - height * 5}" width="110" height="${height * 5}" fill="${index < 4 ? '#9cc7b2' : '#1a6145'}"/>`,
  )
  const lines = [150, 300, 450].map((y) => `<path d="M60 ${y}h1100" stroke="#dde1df" stroke-width="2"/>`)
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1220" height="680"><rect width="1220" height="680" fill="#fcfdfc"/>${lines.join('')}${drawn.join('')}<path d="M60 600h1100" stroke="#15191b" stroke-width="3"/></svg>`,
    ),
  )
    .png()
    .toBuffer()
}

/** `put` stores bytes and returns their key. */
export async function attachDemoFiles(client: ClientBase, put: (bytes: Buffer) => Promise<string>): Promise<void> {
  for (const { topic, at, name, file_type, make } of demoFiles) {
    const bytes = await make()
    const isPicture = file_type.startsWith('image/')
    const preview = isPicture
      ? await sharp(bytes).resize(PREVIEW_PIXELS, PREVIEW_PIXELS, { fit: 'inside' }).webp().toBuffer()
      : null
    const { width = null, height = null } = isPicture ? await sharp(bytes).metadata() : {}
    await client.query(
      `insert into message_attachments (message_id, name, file_type, size, storage_key, preview_key, width, height)
       select m.id, $3, $4, $5, $6, $7, $8, $9 from threads t
       join lateral (select id from messages where thread_id = t.id order by id offset $2 limit 1) m on true
       where t.topic = $1`,
      [topic, at, name, file_type, bytes.length, await put(bytes), preview && (await put(preview)), width, height],
    )
  }
}
