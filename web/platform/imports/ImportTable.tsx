/** Imports a CSV file: a preview shows the outcome of each row before anything is written. */
import { useState } from 'react'
import {
  IMPORT_CHARACTERS,
  IMPORT_COLUMNS,
  type ImportKind,
  type ImportLine,
  type ImportOutcome,
  type ImportResult,
} from '#shared/imports.ts'
import { counted } from '#shared/kit/text.ts'
import { Button } from '#web/kit/Button.tsx'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { post } from '#web/platform/api/post.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import styles from './ImportTable.module.css'

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

export interface ImportTexts {
  title: string
  what: string
  /** What a new row is called. */
  made: string
  /** Of the file, before "file". */
  fileName: string
  /** On the button, before the number of rows. */
  act?: string
}

interface Props {
  kind: ImportKind
  texts: ImportTexts
  /** After rows were written. */
  onImported?: () => void
}

/** The chosen table, and the outcome of its rows. */
function useImport({ kind, onImported }: Props) {
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
        if (isDryRun) return
        toast.success(`${given.name} imported`)
        onImported?.()
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

export function ImportTable(props: Props) {
  const { kind, texts } = props
  const { title, what, fileName, act = 'Import' } = texts
  const { required, optional } = IMPORT_COLUMNS[kind]
  const { table, result, problem, isPending, send, choose } = useImport(props)
  return (
    <Section title={title}>
      <p className={styles.what}>{what}</p>
      <p className={styles.what}>
        Required columns: <b>{required.join(', ')}</b>.{optional.length > 0 && ` Optional: ${optional.join(', ')}.`}
      </p>
      <FileField
        label={`${fileName.charAt(0).toUpperCase()}${fileName.slice(1)} file (CSV)`}
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
      {result && <Lines texts={texts} result={result} />}
      {result?.isDryRun && table && result.made + result.known > 0 && (
        <div className={styles.acts}>
          <Button look="filled" disabled={isPending} onClick={() => send(table, false)}>
            {act}{' '}
            {kind === 'members' ? counted(result.made, 'person', 'people') : counted(result.made + result.known, 'row')}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** Rejected rows first, because staff must correct them. */
function listed({ lines }: ImportResult): ImportLine[] {
  const refused = lines.filter(({ outcome }) => outcome === 'refused')
  return [...refused, ...lines.filter(({ outcome }) => outcome !== 'refused').slice(0, LISTED)]
}

function Lines({ texts: { made, fileName }, result }: { texts: ImportTexts; result: ImportResult }) {
  const said: Record<ImportOutcome, string> = { made, known: 'already exists', refused: 'rejected' }
  const shown = listed(result)
  const sum = `${counted(result.rows, 'row')}: ${result.made} ${said.made}, ${result.known} already exist, ${result.refused.length} ${said.refused}.`
  return (
    <>
      <p className={styles.sum}>
        {sum} {result.isDryRun && 'Nothing has been imported yet.'}
      </p>
      <div className={styles.table} tabIndex={0} role="region" aria-label={`${fileName} rows`}>
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
        <p className={styles.what}>And {counted(result.lines.length - shown.length, 'row')} more with no problems.</p>
      )}
    </>
  )
}
