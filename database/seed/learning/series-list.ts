/** The series of the demo, in every network. Parts are the recordings of ../events/videos.ts. Days count from the seed. */
import type { NetworkSlug } from '../networks.ts'

export interface PartSeed {
  title: string
  description: string
  video: string
  /** Opens this many days from now. */
  opens?: number
}

export interface SeriesSeed {
  network: NetworkSlug
  title: string
  description: string
  /** Published this many days ago; without it, staff still prepare the series. */
  published?: number
  hasImage?: boolean
  parts: readonly PartSeed[]
  documents?: readonly { title: string; lines: readonly string[]; opens?: number }[]
  /** Members by key. */
  speakers?: readonly string[]
  guests?: readonly (readonly [name: string, title: string])[]
  sponsors?: readonly { first_name: string; company: string; email: string; paid_for: string }[]
}

export const seriesList: readonly SeriesSeed[] = [
  {
    network: 'legal',
    title: 'Negotiating with model vendors',
    description: 'Two general counsels bought the same thing from different vendors and compare what each gave up.',
    published: 12,
    speakers: ['priya', 'helen'],
    parts: [
      { title: 'What we bought, and from whom', description: 'The three clauses that mattered.', video: 'vendors' },
      {
        title: 'Keeping the review privileged',
        description: 'Who asks, who writes, and who reads.',
        video: 'privilege',
      },
      {
        title: 'Renewal: what we would do again',
        description: 'A year later, with the invoices.',
        video: 'boards',
        opens: 9,
      },
    ],
    documents: [
      {
        title: 'AI vendor addendum, buyer’s paper',
        lines: [
          'AI vendor addendum, buyer’s paper',
          'No training on customer data. Operate, not improve.',
          'Deletion within thirty days, certified.',
        ],
      },
      {
        title: 'Indemnity comparison, 12 vendors',
        lines: [
          'Indemnity comparison, 12 vendors',
          'Carve-outs for modified outputs: nine of twelve.',
          'Caps: from fees paid to unlimited.',
        ],
      },
      {
        title: 'Renewal checklist',
        lines: ['Renewal checklist', 'Ask for the model version that is covered.'],
        opens: 9,
      },
    ],
    sponsors: [
      {
        first_name: 'Lydia',
        company: 'Ledger & Pine LLP',
        email: 'lydia@ledgerandpine.test',
        paid_for: 'Paid for recording. Did not choose the content.',
      },
    ],
  },
  {
    network: 'legal',
    title: 'Board minutes that hold up',
    description: 'What to write, what to leave out, and who reads them three years later.',
    published: 40,
    hasImage: true,
    speakers: ['marcus'],
    guests: [['Inga Halvorsen', 'Former company secretary']],
    parts: [
      { title: 'What the board decided', description: 'And what it only discussed.', video: 'boards' },
      { title: 'Numbers in the minutes', description: 'The two pages that belong in the file.', video: 'forecasting' },
    ],
    documents: [
      {
        title: 'Minutes, model form',
        lines: ['Minutes, model form', 'Present. Decided. Reasons in one sentence.', 'No quotations of directors.'],
      },
      {
        title: 'Retention table for board papers',
        lines: ['Retention table for board papers', 'Minutes: permanently. Drafts: destroyed on approval.'],
      },
    ],
  },
  {
    network: 'legal',
    title: 'The first seventy-two hours',
    description: 'A tabletop exercise for a data incident that you can run with your own team.',
    published: 62,
    speakers: ['grace', 'priya'],
    parts: [
      { title: 'Who is in the room', description: 'Names first, then tasks.', video: 'boards' },
      { title: 'What it costs by Friday', description: 'Three scenarios for the board.', video: 'forecasting' },
    ],
    documents: [
      {
        title: 'Tabletop exercise, data incident',
        lines: [
          'Tabletop exercise, data incident',
          'Hour one: who decides. Hour six: whom we tell. Hour seventy-two: what we file.',
        ],
      },
    ],
    sponsors: [
      {
        first_name: 'Jonas',
        company: 'Breakwater Forensics',
        email: 'jonas@breakwater.test',
        paid_for: 'Paid for the printed cards. Does not see who downloads them.',
      },
    ],
  },
  {
    network: 'legal',
    title: 'Outside counsel, measured',
    description: 'What two departments count, and what they stopped counting.',
    published: 95,
    speakers: ['helen', 'grace'],
    parts: [
      { title: 'Forecasts of matters', description: 'Wrong in week nine, and useful anyway.', video: 'forecasting' },
      { title: 'Reporting to the board', description: 'Three decisions a year.', video: 'boards' },
    ],
    documents: [
      {
        title: 'Scorecard for outside counsel',
        lines: ['Scorecard for outside counsel', 'Budget kept. Advice used. Would we ask again.'],
      },
    ],
  },
  {
    network: 'finance',
    title: 'A legal budget the CFO believes',
    description: 'Forecasting matters, accruals, and the one chart that helps.',
    published: 20,
    speakers: ['samuel'],
    parts: [
      {
        title: 'Thirteen weeks, honestly',
        description: 'How wrong we were last time, next to the number.',
        video: 'forecasting',
      },
      { title: 'What the board should see', description: 'Two pages and no spreadsheet.', video: 'boards' },
    ],
    documents: [
      {
        title: 'Accrual letter to counsel',
        lines: ['Accrual letter to counsel', 'Send by the third working day. Unbilled work by matter.'],
      },
      {
        title: 'Forecast workbook, one page',
        lines: ['Forecast workbook, one page', 'Thirteen weeks, three scenarios, covenant headroom.'],
      },
    ],
    sponsors: [
      {
        first_name: 'Omar',
        company: 'Tallyworth',
        email: 'omar@tallyworth.test',
        paid_for: 'Paid for captions and editing. Did not choose the speakers.',
      },
    ],
  },
  {
    network: 'finance',
    title: 'Vendors, read by a controller',
    description: 'Three clauses that end up in the accounts.',
    published: 65,
    parts: [
      { title: 'Three clauses, read aloud', description: 'Training, indemnity and exit.', video: 'vendors' },
      { title: 'Who may see the file', description: 'Auditors and waiver, for finance.', video: 'privilege' },
      { title: 'Forecasting the exit', description: 'What a move costs, and when.', video: 'forecasting' },
    ],
    guests: [['Paul Renner', 'Group controller']],
    documents: [
      { title: 'Exit cost model', lines: ['Exit cost model', 'Notice, migration, double running: months by month.'] },
    ],
  },
  {
    network: 'executive',
    title: 'The first year of a new CEO',
    description: 'Names first, then three decisions, then the plan nobody reads as a vote.',
    published: 30,
    speakers: ['ingrid'],
    parts: [
      { title: 'The first ninety days', description: 'Whom did you not talk to yet?', video: 'boards' },
      { title: 'The forecast you inherit', description: 'And the one you would sign.', video: 'forecasting' },
      {
        title: 'When something goes wrong',
        description: 'Who the client is, and what is written down.',
        video: 'privilege',
      },
    ],
    documents: [
      {
        title: 'Hundred-day calendar',
        lines: ['Hundred-day calendar', 'Thirty days of names. Day ninety: one hire, one stop, one bet.'],
      },
      { title: 'Succession plan, outline', lines: ['Succession plan, outline', 'Reviewed twice a year, quietly.'] },
    ],
    sponsors: [
      {
        first_name: 'Annika',
        company: 'Northing Search',
        email: 'annika@northing.test',
        paid_for: 'Paid for the studio. Saw nothing before publication.',
      },
    ],
  },
  {
    network: 'thesuite',
    title: 'Internal investigations, end to end',
    description: 'From the hotline message to the letter to the auditor.',
    published: 55,
    speakers: ['marcus', 'ingrid'],
    parts: [
      { title: 'Who the client is', description: 'And who it is not.', video: 'privilege' },
      { title: 'Telling the board', description: 'Quietly, in the first thirty days.', video: 'boards' },
    ],
    documents: [
      {
        title: 'Interview memo, model form for investigations',
        lines: ['Interview memo, model form for investigations', 'What counsel made of it, not what was said.'],
      },
      {
        title: 'Letter to the auditor',
        lines: ['Letter to the auditor', 'Conclusions are read aloud. No paper is left.'],
      },
    ],
  },
  {
    network: 'legal',
    title: 'Handing over well',
    description: 'Succession notes from general counsels who left.',
    parts: [{ title: 'What I wish I had written down', description: '', video: 'boards' }],
  },
]

/** What members of the demo have watched: key, recording, position, and days ago it was completed or left. */
export const watchedParts: readonly (readonly [who: string, video: string, at: number | 'completed', days: number])[] =
  [
    ['helen', 'vendors', 'completed', 6],
    ['marcus', 'privilege', 31, 1],
    ['marcus', 'boards', 'completed', 4],
    ['samuel', 'forecasting', 'completed', 9],
    ['samuel', 'boards', 'completed', 8],
    ['samuel', 'vendors', 25, 2],
    ['ingrid', 'boards', 'completed', 11],
    ['ingrid', 'forecasting', 20, 3],
    ['grace', 'vendors', 18, 2],
    ['nathan', 'vendors', 40, 5],
  ]
