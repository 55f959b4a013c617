import { post } from '#web/platform/api/post.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useState } from 'react'
import {
  IMPORT_CHARACTERS,
  IMPORT_COLUMNS,
  IMPORTS_WITH_FILES,
  type ImportKind,
  type ImportLine,
  type ImportOutcome,
  type ImportResult,
} from '#shared/imports.ts'
import styles from '#web/features/moderation/ImportsPage.module.css'
import { Button } from '#web/kit/Button.tsx'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { ImportFiles } from './ImportFiles.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'

/** The CSV file being imported. */
interface Table {
  name: string
  text: string
}
/** Imports of large tables are slow. */
const TIMEOUT_MS = 280_000
const NOT_KNOWN = 'We don’t know whether the import finished. Choose the file again to see what’s still new in it'
/** Number of accepted rows listed; rejected rows are always listed. */
const LISTED = 100

const WORDS: Record<ImportKind, { title: string; what: string; made: string }> = {
  experts: {
    title: 'Experts',
    what: 'Existing experts are updated, never duplicated. Members of all networks can find them. Separate multiple categories or locations with semicolons.',
    made: 'new',
  },
  members: {
    title: 'Members',
    what: 'Each person is sent an invitation. People who already have an account or an open invitation are skipped.',
    made: 'invited',
  },
  cle: {
    title: 'CLE credits',
    what: 'Members are found by email address, states by two letters. Dates are written as 2026-11-05. Credits with the same title, date and state are skipped.',
    made: 'new',
  },
  documents: {
    title: 'Documents',
    what: 'Documents are published at once, with the name of their submitter: the email address of a member, or you. Networks are named as in the address of a page, files as you uploaded them above. Separate multiple networks, topics or locations with semicolons. A document with the same title in one of its networks is skipped.',
    made: 'new',
  },
  events: {
    title: 'Events',
    what: 'Times are those at the venue, written as 2026-12-01 18:00, with a time zone such as America/New_York. People are email addresses of members, or names with what they do; separate them with semicolons. An event with the same title and start in its network is skipped.',
    made: 'new',
  },
  recordings: {
    title: 'Event recordings',
    what: 'An event is found by its network, title and day at the venue. Write chapters as 0:00 Welcome; 8:00 Questions. Captions are added on the page of the event. A recording with the same title is skipped.',
    made: 'new',
  },
  series: {
    title: 'Series parts',
    what: 'Parts are added at the end of their series in the order of the rows. A series that doesn’t exist is created and stays unpublished. A part with the same title is skipped.',
    made: 'new',
  },
}

const FILE_NAMES: Record<ImportKind, string> = {
  experts: 'experts',
  members: 'members',
  cle: 'CLE',
  documents: 'documents',
  events: 'events',
  recordings: 'recordings',
  series: 'series',
}

/**
 * Staff import CSV files of people, experts, CLE credits and what the library has. A preview shows the outcome of each row before anything is written.
 */
export function ImportsPage() {
  return (
    <StaffPage title="Imports" lede="Choose a CSV file, preview the result, and then import it.">
      <Import kind="members" />
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

/** The chosen table, and the outcome of its rows. */
function useImport(kind: ImportKind) {
  const [table, setTable] = useState<Table | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { run, isPending } = useCommand(
    ({ given, isDryRun }: { given: Table; isDryRun: boolean }) =>
      post<ImportResult>(
        `/staff/imports/${kind}`,
        { text: given.text, is_dry_run: isDryRun },
        { timeoutMs: TIMEOUT_MS },
      ),
    {
      onSuccess: (answer, { given, isDryRun }) => {
        setResult(answer)
        if (!isDryRun) toast.success(`${given.name} imported`)
      },
      onError: (error, { isDryRun }) =>
        setProblem(errorMessage(error, { fact: isDryRun ? 'Nothing was imported' : NOT_KNOWN })),
    },
  )
  const send = (given: Table, isDryRun: boolean) => {
    setProblem(null)
    void run({ given, isDryRun })
  }
  const choose = async (file: File | undefined) => {
    setResult(null)
    setTable(null)
    setProblem(null)
    if (!file) return
    if (file.size > IMPORT_CHARACTERS * 4)
      return setProblem(`${file.name} is too large for the browser. Split it, or use the command line.`)
    const given = { name: file.name, text: await file.text() }
    setTable(given)
    send(given, true)
  }
  return { table, result, problem, isPending, send, choose }
}

function Import({ kind }: { kind: ImportKind }) {
  const { title, what } = WORDS[kind]
  const { required, optional } = IMPORT_COLUMNS[kind]
  const { table, result, problem, isPending, send, choose } = useImport(kind)
  return (
    <Section title={title}>
      <p className={styles.what}>{what}</p>
      <p className={styles.what}>
        Required columns: <b>{required.join(', ')}</b>.{optional.length > 0 && ` Optional: ${optional.join(', ')}.`}
      </p>
      <FileField
        label={`${FILE_NAMES[kind]} file (CSV)`}
        accept=".csv,text/csv"
        disabled={isPending}
        onChoose={(file) => void choose(file)}
      />
      <div role="status">{isPending && <p className={styles.what}>Checking rows…</p>}</div>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {result && <Lines kind={kind} result={result} />}
      {result?.isDryRun && table && result.made + result.known > 0 && (
        <div className={styles.acts}>
          <Button look="filled" disabled={isPending} onClick={() => send(table, false)}>
            {kind === 'members' ? `Invite ${counted(result.made)}` : `Import ${counted(result.made + result.known)}`}
          </Button>
        </div>
      )}
    </Section>
  )
}

const counted = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

/** Rejected rows first, because staff must correct them. */
function listed({ lines }: ImportResult): ImportLine[] {
  const refused = lines.filter(({ outcome }) => outcome === 'refused')
  return [...refused, ...lines.filter(({ outcome }) => outcome !== 'refused').slice(0, LISTED)]
}

function Lines({ kind, result }: { kind: ImportKind; result: ImportResult }) {
  const said: Record<ImportOutcome, string> = { made: WORDS[kind].made, known: 'already exists', refused: 'rejected' }
  const shown = listed(result)
  const sum = `${counted(result.rows)}: ${result.made} ${said.made}, ${result.known} already exist, ${result.refused.length} ${said.refused}.`
  return (
    <>
      <p className={styles.sum}>
        {sum} {result.isDryRun && 'Nothing has been imported yet.'}
      </p>
      <div className={styles.table} tabIndex={0} role="region" aria-label={`${FILE_NAMES[kind]} rows`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Row</th>
              <th scope="col">{result.isDryRun ? 'Will be' : 'Is'}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, words, outcome, reason }) => (
              <tr key={line} className={outcome === 'refused' ? styles.refused : undefined}>
                <td>{line}</td>
                <td>{words}</td>
                <td>
                  {said[outcome]}
                  {reason && `: ${reason}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < result.lines.length && (
        <p className={styles.what}>And {counted(result.lines.length - shown.length)} more with no problems.</p>
      )}
    </>
  )
}
