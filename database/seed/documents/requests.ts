import type { RequestSeed } from './document-seeds.ts'

export const legalRequests: readonly RequestSeed[] = [
  {
    by: 'priya',
    networks: ['legal'],
    title: 'Subprocessor objection letter',
    text: 'A vendor gave us fourteen days. A letter that worked, in any format.',
    daysAgo: 0.3,
    state: 'approved',
  },
  {
    by: 'siobhan',
    networks: ['legal'],
    title: 'Warranty claims handbook',
    text: 'For a field service team in three countries. Even a table of contents would help.',
    daysAgo: 1,
    state: 'approved',
  },
  {
    by: 'helen',
    networks: ['legal'],
    title: 'Privacy notice for children',
    text: 'We start a program with schools and need plain words.',
    daysAgo: 9,
    state: 'approved',
    answeredBy: 'Privacy notice for children and parents',
  },
  {
    by: 'helen',
    networks: ['legal'],
    title: 'Co-marketing agreement, two pages',
    text: 'Mutual, no exclusivity, with a clause about logos.',
    daysAgo: 0.5,
    state: 'pending',
  },
]

export const otherRequests: readonly RequestSeed[] = [
  {
    by: 'margaret',
    networks: ['finance'],
    title: 'Supplier finance policy',
    text: 'With the disclosure, please. Ours is from before the new standard.',
    daysAgo: 2,
    state: 'approved',
  },
  {
    by: 'samuel',
    networks: ['finance'],
    title: 'Hedging policy',
    text: 'For purchases in two currencies.',
    daysAgo: 60,
    state: 'approved',
    answeredBy: 'Hedging policy for a mid-size importer',
  },
  {
    by: 'ingrid',
    networks: ['executive'],
    title: 'Plant closure communication',
    text: 'Employees, works council, press, in that order.',
    daysAgo: 4,
    state: 'approved',
  },
  {
    by: 'robert',
    networks: ['thesuite', 'executive'],
    title: 'Board evaluation questionnaire',
    text: 'Fewer than twenty questions.',
    daysAgo: 3,
    state: 'approved',
  },
]
