import { useState } from 'react'
import { ARCHIVE_BYTES, ARCHIVE_MEGABYTES } from '#shared/mail.ts'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { SelectField } from '#web/kit/forms/Field.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { sendArchive } from './send-archive.ts'
import styles from './ArchiveImport.module.css'

interface Network {
  slug: string
  display_name: string
}

interface Props {
  networks: readonly Network[]
  onImported?: () => void
}

/** Imports the archive of a mailing list into a network. */
export function ArchiveImport({ networks, onImported }: Props) {
  const [chosen, setChosen] = useState<string>()
  const [report, setReport] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const slug = chosen ?? networks[0]?.slug ?? ''
  const { run, isPending } = useCommand((file: File) => sendArchive(slug, file), {
    onSuccess: ({ text }) => {
      setReport(text)
      onImported?.()
    },
    onError: (error) => setProblem(errorMessage(error, { fact: 'Nothing was imported' })),
  })
  const choose = (file: File | undefined) => {
    setReport(undefined)
    setProblem(undefined)
    if (!file) return
    if (file.size > ARCHIVE_BYTES)
      return setProblem(
        `${file.name} is larger than ${ARCHIVE_MEGABYTES} MB. Import it on the server: npm run import -- mbox FILE --network ${slug}`,
      )
    void run(file)
  }
  return (
    <Section title="Archive of a mailing list">
      <p className={styles.what}>
        An mbox, emails or a Maildir, as mailing-list software exports them, also in gzip, xz, zip or tar. Threads,
        quotes and attachments become discussions; authors who aren’t members yet are named, and get no email. Messages
        that were imported before are skipped. Up to {ARCHIVE_MEGABYTES} MB.
      </p>
      <div className={styles.fields}>
        <SelectField label="Into the network" value={slug} onChange={({ target }) => setChosen(target.value)}>
          {networks.map((each) => (
            <option key={each.slug} value={each.slug}>
              {each.display_name}
            </option>
          ))}
        </SelectField>
        <FileField
          label="Archive"
          accept=".mbox,.mbx,.txt,.eml,.gz,.tgz,.xz,.zip,.tar"
          disabled={isPending || slug === ''}
          onChoose={choose}
        />
      </div>
      <div role="status">
        {isPending && <p className={styles.what}>Importing. Large archives take a few minutes…</p>}
        {report && !isPending && <p className={styles.report}>{report}</p>}
      </div>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </Section>
  )
}
