/** The events of the demo: past and to come, in every network. Days count from the day of the seed. */
import type { Area, NetworkSlug } from '../networks.ts'

export interface SessionSeed {
  title: string
  description: string
  speakers: string
  room?: string
  /** Days after the event's first day, and the time. */
  at?: readonly [day: number, time: string]
  video?: string
}

export interface DocumentSeed {
  title: string
  lines: readonly string[]
  /** Opens this many days from now. */
  opens?: number
}

export interface EventSeed {
  network: NetworkSlug
  category: string
  title: string
  description: string
  day: number
  time: string
  minutes: number
  zone: string
  city?: string
  venue?: string
  capacity?: number
  hosts?: readonly string[]
  /** Members by key. */
  speakers?: readonly string[]
  /** Name, what they do, and their zone if it is another one. */
  guests?: readonly (readonly [name: string, title: string, zone?: string])[]
  sponsors?: readonly string[]
  areas?: readonly Area[]
  going?: readonly string[]
  waiting?: readonly string[]
  documents?: readonly DocumentSeed[]
  videos?: readonly string[]
  sessions?: readonly SessionSeed[]
  photos?: readonly string[]
  movedFrom?: readonly [day: number, time: string]
  isCanceled?: boolean
}

/** Name, parent, what its hosts are called, and its image. */
export const eventCategories: readonly (readonly [
  name: string,
  parent: string | null,
  hosts: string,
  banner: string,
])[] = [
  ['In person', null, 'Hosts', 'columns'],
  ['Online', null, 'Moderators', 'rings'],
  ['Summits', 'In person', 'Chairs', 'arches'],
  ['Chapter meetings', 'In person', 'Hosts', 'harbor'],
  ['Webinars', 'Online', 'Moderators', 'lamps'],
  ['Reading groups', 'Online', 'Readers', 'letters'],
]

const memo = [
  'Interview memo, model form',
  'What counsel made of it, not what was said.',
  'Marked privileged and confidential. One copy.',
]

export const eventList: readonly EventSeed[] = [
  {
    network: 'legal',
    category: 'Webinars',
    title: 'Privilege in internal investigations',
    description:
      'Who the client is, what to write down, and what you may share with auditors.\n\nTwo general counsel go through one investigation from the first call to the last memo, and say what they would do differently.',
    day: -47,
    time: '12:00',
    minutes: 60,
    zone: 'America/New_York',
    venue: 'Online',
    capacity: 300,
    hosts: ['ruth'],
    speakers: ['marcus'],
    guests: [['Ingrid Solberg', 'Investigations counsel, Oslo', 'Europe/Oslo']],
    areas: ['Investigations', 'Board and governance'],
    going: ['helen', 'priya', 'dana', 'amara', 'victoria', 'astrid'],
    documents: [
      { title: 'Interview memo, model form', lines: memo },
      {
        title: 'Slides: privilege and auditors',
        lines: ['Privilege and auditors', 'Waiver, and how to avoid it', 'The engagement letter'],
      },
    ],
    videos: ['privilege'],
  },
  {
    network: 'legal',
    category: 'Chapter meetings',
    title: 'Chicago breakfast: outside counsel budgets',
    description: 'Eggs, coffee, and what everybody pays. Nothing leaves the room.',
    day: 9,
    time: '08:30',
    minutes: 90,
    zone: 'America/Chicago',
    city: 'Chicago',
    venue: 'Monroe Street Kitchen',
    capacity: 4,
    hosts: ['helen'],
    areas: ['Outside counsel', 'Budgeting and forecasting'],
    going: ['helen', 'george', 'grace', 'ben'],
    waiting: ['priya', 'dana'],
  },
  {
    network: 'legal',
    category: 'Reading groups',
    title: 'Reading a model clause for AI vendors',
    description: 'Training, indemnity and exit: three clauses, read aloud and taken apart. Bring your own.',
    day: 15,
    time: '11:00',
    minutes: 50,
    zone: 'America/New_York',
    venue: 'Online',
    capacity: 60,
    hosts: ['priya'],
    speakers: ['priya', 'helen'],
    areas: ['Artificial intelligence', 'Commercial contracts'],
    going: ['priya', 'helen', 'hannah', 'yael', 'tessa'],
    documents: [
      {
        title: 'Model clause, annotated',
        lines: [
          'Model clause for AI vendors',
          'Operate is the word to keep.',
          'Indemnity where the change did not cause the claim.',
        ],
      },
      { title: 'Redlines from three members', lines: ['Redlines', 'Names removed.'], opens: 15 },
    ],
  },
  {
    network: 'legal',
    category: 'Summits',
    title: 'General counsel winter summit',
    description:
      'Two days on boards, regulators and the questions nobody asks in public. Five sessions, a dinner, no press.',
    day: 51,
    time: '09:00',
    minutes: 60 * 32,
    zone: 'America/Chicago',
    city: 'Austin',
    venue: 'Driskill Row 6',
    capacity: 160,
    hosts: ['ruth'],
    speakers: ['marcus', 'victoria', 'camille', 'amara'],
    guests: [['Aino Laakso', 'Regulator, retired', 'Europe/London']],
    sponsors: ['Keel & Pike Advisors'],
    areas: ['Board and governance', 'Compliance and ethics'],
    going: ['marcus', 'victoria', 'camille', 'amara', 'dana', 'bronwyn', 'siobhan', 'paula', 'oliver', 'layla'],
    documents: [
      { title: 'Program, with rooms', lines: ['Program', 'Thursday and Friday', 'Rooms and dinner'] },
      { title: 'Board memo workbook', lines: ['Workbook', 'One number each.'], opens: 51 },
    ],
    sessions: [
      {
        title: 'What the board asks first',
        description: 'Four boards, one question each.',
        speakers: 'Marcus Oyelaran, Norvane Energy',
        room: 'Main room and online',
        at: [0, '09:30'],
      },
      {
        title: 'Privilege, one year on',
        description: 'What changed since the webinar.',
        speakers: 'Victoria Ashdown, Greywell Pharma',
        room: 'Main room',
        at: [0, '11:00'],
      },
      {
        title: 'What regulators read',
        description: 'And what they do not.',
        speakers: 'Aino Laakso and Amara Nwosu',
        room: 'Library',
        at: [0, '14:00'],
      },
      {
        title: 'The first ninety days',
        description: 'A new chief executive, seen from the legal side.',
        speakers: 'Camille Dufour, Banque Verrier',
        room: 'Main room',
        at: [1, '09:00'],
      },
      {
        title: 'Clinic: bring one clause',
        description: 'Small tables. Bring a clause you cannot defend.',
        speakers: 'Small tables',
        room: 'Library',
        at: [1, '10:30'],
      },
    ],
  },
  {
    network: 'legal',
    category: 'Summits',
    title: 'Main stage: autumn sessions',
    description: 'The autumn main stage, recorded. Four sessions that members still quote.',
    day: -33,
    time: '10:00',
    minutes: 300,
    zone: 'Europe/London',
    city: 'London',
    venue: 'Guild Hall, and online',
    capacity: 240,
    hosts: ['ruth'],
    speakers: ['marcus', 'priya', 'helen', 'camille'],
    areas: ['Investigations', 'Artificial intelligence'],
    going: ['helen', 'marcus', 'priya', 'camille', 'siobhan', 'oliver', 'victoria'],
    documents: [{ title: 'Notes of the autumn main stage', lines: ['Notes', 'One page for each session.'] }],
    sessions: [
      {
        title: 'Privilege, read aloud',
        description: 'One memo, taken apart.',
        speakers: 'Marcus Oyelaran',
        room: 'Main stage',
        at: [0, '10:00'],
        video: 'privilege',
      },
      {
        title: 'A clause for AI vendors',
        description: 'Training, indemnity and exit.',
        speakers: 'Priya Raman and Helen Marsh',
        room: 'Main stage',
        at: [0, '11:30'],
        video: 'vendors',
      },
      {
        title: 'Ninety days of a new CEO',
        description: 'What the board should leave alone.',
        speakers: 'Camille Dufour',
        room: 'Main stage',
        at: [0, '13:30'],
        video: 'boards',
      },
      {
        title: 'Questions from members',
        description: 'Not recorded, as agreed.',
        speakers: 'All speakers',
        room: 'Main stage',
        at: [0, '14:30'],
      },
    ],
    photos: ['The main stage before the doors open', 'Members between two sessions'],
  },
  {
    network: 'legal',
    category: 'Webinars',
    title: 'Sanctions: what changed this quarter',
    description: 'Twenty minutes of changes, forty of questions.',
    day: 4,
    time: '16:00',
    minutes: 60,
    zone: 'Europe/Paris',
    venue: 'Online',
    capacity: 200,
    hosts: ['camille'],
    speakers: ['camille', 'layla'],
    areas: ['Sanctions and trade'],
    going: ['camille', 'layla', 'mei', 'helen'],
    movedFrom: [3, '16:00'],
  },
  {
    network: 'legal',
    category: 'Chapter meetings',
    title: 'Paris breakfast on outsourcing rules',
    description: 'Postponed to the spring: the room is being repaired.',
    day: 20,
    time: '08:30',
    minutes: 75,
    zone: 'Europe/Paris',
    city: 'Paris',
    venue: 'Rue de Grenelle',
    capacity: 20,
    hosts: ['camille'],
    areas: ['Procurement'],
    going: ['camille', 'helen'],
    isCanceled: true,
  },
  {
    network: 'finance',
    category: 'Webinars',
    title: 'Cash forecasting when rates move',
    description: 'Thirteen weeks, three scenarios, and which of them the board should see.',
    day: 9,
    time: '12:00',
    minutes: 60,
    zone: 'America/New_York',
    venue: 'Main stage, online',
    capacity: 300,
    hosts: ['samuel', 'margaret'],
    speakers: ['samuel', 'mei'],
    areas: ['Treasury', 'Budgeting and forecasting'],
    going: ['samuel', 'margaret', 'vikram', 'sofia', 'julia', 'lauren', 'helen'],
    documents: [
      { title: 'Covenant workbook', lines: ['Covenant workbook', 'Thirteen weeks, three scenarios.'], opens: 9 },
    ],
  },
  {
    network: 'finance',
    category: 'Chapter meetings',
    title: 'Year-end close clinic: three controllers, one whiteboard',
    description: 'Bring the step of your close that nobody can explain.',
    day: 15,
    time: '08:30',
    minutes: 90,
    zone: 'Europe/London',
    city: 'London',
    venue: 'Long Wharf House',
    capacity: 3,
    hosts: ['beatrice'],
    areas: ['Financial reporting', 'Audit and controls'],
    going: ['beatrice', 'gregor', 'keisha'],
    waiting: ['lauren', 'samuel'],
  },
  {
    network: 'finance',
    category: 'Webinars',
    title: 'Pricing power after two years of increases',
    description: 'What customers accepted, what they remembered, and what comes next.',
    day: -62,
    time: '13:00',
    minutes: 50,
    zone: 'America/New_York',
    venue: 'Online',
    capacity: 300,
    hosts: ['samuel'],
    speakers: ['samuel', 'lauren'],
    areas: ['Pricing'],
    going: ['samuel', 'lauren', 'julia', 'tyler'],
    documents: [{ title: 'Pricing survey, results', lines: ['Pricing survey', '64 finance chiefs answered.'] }],
    videos: ['forecasting'],
  },
  {
    network: 'finance',
    category: 'Summits',
    title: 'CFO winter summit',
    description: 'Two days on capital, closing and the questions boards ask first. Five sessions, a dinner, no press.',
    day: 58,
    time: '09:00',
    minutes: 60 * 32,
    zone: 'America/Chicago',
    city: 'Austin',
    venue: 'Driskill Row 6',
    capacity: 160,
    hosts: ['ruth'],
    speakers: ['samuel', 'margaret', 'william'],
    sponsors: ['Keel & Pike Advisors'],
    areas: ['Debt and covenants', 'Investor relations'],
    going: ['samuel', 'margaret', 'william', 'vikram', 'sofia', 'gregor', 'isabel'],
    documents: [{ title: 'Program, with rooms', lines: ['Program', 'Thursday and Friday'] }],
    sessions: [
      {
        title: 'Capital in a year of two rates',
        description: 'Fixed, floating, and sleeping well.',
        speakers: 'Margaret Thornbury',
        room: 'Main room and online',
        at: [0, '09:30'],
      },
      {
        title: 'Covenants: reading one together',
        description: 'A real one, names removed.',
        speakers: 'William Achterberg',
        room: 'Library',
        at: [0, '11:00'],
      },
      {
        title: 'Clinic: bring one number',
        description: 'Small tables. Bring a figure you cannot explain.',
        speakers: 'Small tables',
        room: 'Library',
        at: [1, '10:30'],
      },
    ],
  },
  {
    network: 'executive',
    category: 'Webinars',
    title: 'The first ninety days of a new CEO',
    description: 'What the board should ask for in the first quarter, and what it should leave alone.',
    day: -20,
    time: '17:00',
    minutes: 60,
    zone: 'Europe/Oslo',
    venue: 'Online',
    capacity: 80,
    hosts: ['ingrid'],
    speakers: ['ingrid', 'robert'],
    areas: ['Board and governance', 'Succession and talent'],
    going: ['ingrid', 'robert', 'adaeze', 'henrik'],
    documents: [
      { title: 'Questions for the first ninety days', lines: ['Three decisions: one hire, one stop, one bet.'] },
    ],
    videos: ['boards'],
  },
  {
    network: 'executive',
    category: 'Chapter meetings',
    title: 'Oslo dinner: safety and succession',
    description: 'Eight people, one table, no slides.',
    day: 12,
    time: '19:00',
    minutes: 150,
    zone: 'Europe/Oslo',
    city: 'Oslo',
    venue: 'Tollboden',
    capacity: 8,
    hosts: ['ingrid'],
    areas: ['Succession and talent'],
    going: ['ingrid', 'henrik', 'anneliese'],
  },
  {
    network: 'thesuite',
    category: 'Summits',
    title: 'The Suite: an evening in London',
    description: 'How to come: your host writes to you.',
    day: 34,
    time: '18:30',
    minutes: 180,
    zone: 'Europe/London',
    city: 'London',
    venue: 'At the home of a member',
    hosts: ['adaeze'],
    areas: ['Board and governance'],
  },
]
