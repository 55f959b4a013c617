import type { ReactNode } from 'react'
import { IMPORTS_WITH_FILES, type PlainImport } from '#shared/imports.ts'
import { ImportTable, type ImportTexts } from '#web/platform/imports/ImportTable.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { ImportFiles } from './ImportFiles.tsx'

const TEXTS: Record<PlainImport, ImportTexts> = {
  experts: {
    title: 'Experts',
    fileName: 'experts',
    what: 'Existing experts are updated, never duplicated. Members of all networks can find them. Separate multiple categories or locations with semicolons.',
    made: 'new',
  },
  members: {
    title: 'Members',
    fileName: 'members',
    what: 'Each person is sent an invitation. People who already have an account or an open invitation are skipped.',
    made: 'invited',
    act: 'Invite',
  },
  cle: {
    title: 'CLE credits',
    fileName: 'CLE',
    what: 'Members are found by email address, states by two letters. Dates are written as 2026-11-05. Credits with the same title, date and state are skipped.',
    made: 'new',
  },
  documents: {
    title: 'Documents',
    fileName: 'documents',
    what: 'Documents are published at once, with the name of their submitter: the email address of a member, or you. Networks are named as in the address of a page, files as you uploaded them above. Separate multiple networks, topics or locations with semicolons. A document with the same title in one of its networks is skipped.',
    made: 'new',
  },
  events: {
    title: 'Events',
    fileName: 'events',
    what: 'Times are those at the venue, written as 2026-12-01 18:00, with a time zone such as America/New_York. People are email addresses of members, or names with what they do; separate them with semicolons. An event with the same title and start in its network is skipped.',
    made: 'new',
  },
  recordings: {
    title: 'Event recordings',
    fileName: 'recordings',
    what: 'An event is found by its network, title and day at the venue. Write chapters as 0:00 Welcome; 8:00 Questions. Captions are added on the page of the event. A recording with the same title is skipped.',
    made: 'new',
  },
  series: {
    title: 'Series parts',
    fileName: 'series',
    what: 'Parts are added at the end of their series in the order of the rows. A series that doesn’t exist is created and stays unpublished. A part with the same title is skipped.',
    made: 'new',
  },
}

/**
 * Staff import CSV files of people, experts, CLE credits and what the library has. A preview shows the outcome of each row before anything is written.
 */
export function ImportsPage({ archives }: { archives: ReactNode }) {
  return (
    <StaffPage title="Imports" lede="Choose a CSV file, preview the result, and then import it.">
      <Import kind="members" />
      {archives}
      <Import kind="experts" />
      <Import kind="cle" />
      <Import kind="events" />
      <ImportFiles />
      {IMPORTS_WITH_FILES.map((kind) => (
        <Import key={kind} kind={kind} />
      ))}
    </StaffPage>
  )
}

const Import = ({ kind }: { kind: PlainImport }) => <ImportTable kind={kind} texts={TEXTS[kind]} />
