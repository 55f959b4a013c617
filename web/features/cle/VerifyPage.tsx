import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { verifyCertificate, readCode, type CertificateStatement, type Verdict } from '#shared/certificates.ts'
import { CLE_KEY_PATH, creditsOf, longDay, minutesInWords, VERIFY_PATH } from '#shared/cle.ts'
import { longDate } from '#shared/kit/dates.ts'
import { certificateQuery, loadVerification, type RegisteredCertificate } from '#web/features/cle/cle.queries.ts'
import styles from '#web/features/cle/Verify.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { useParams } from '#web/platform/router/match.ts'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'

/** Anybody verifies a certificate: by its code, or by its file, which does not leave the device. */
export function VerifyPage() {
  const { code = '' } = useParams() as { code?: string }
  const [file, setFile] = useState<{ name: string; verdict: Verdict | 'failed' } | null>(null)
  const navigate = useNavigate()
  useTitle('Verify a certificate')
  const check = async (chosen: File | undefined) => {
    if (!chosen) return setFile(null)
    setFile({ name: chosen.name, verdict: await verdictOf(chosen) })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    setFile(null)
    if (typed !== '') void navigate({ to: `${VERIFY_PATH}/${encodeURIComponent(readCode(typed) ?? typed)}` })
  }
  return (
    <PlainPage line="Certificate verification">
      <h1 className="t-page-title">Verify a certificate</h1>
      <p className={styles.lede}>
        Enter the code printed on the certificate, or choose its file. The file is checked on this device and is not
        uploaded.
      </p>
      <form className={styles.form} onSubmit={submit}>
        <Field
          key={code}
          label="Code"
          name="code"
          defaultValue={code}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
        />
        <Button type="submit" look="filled">
          Verify
        </Button>
      </form>
      <FileField
        label="Certificate file (PDF or JSON)"
        accept=".pdf,.json,application/pdf,application/json"
        onChoose={(chosen) => void check(chosen)}
      />
      <div role="status">{file ? <OfFile {...file} /> : code !== '' && <OfCode code={code} />}</div>
      <footer className={styles.foot}>
        <p className="t-meta">
          Answers are <b>Valid</b>, <b>Revoked</b> with the date, and <b>Unknown</b>. This page keeps no record of who
          checks. To verify without a connection, use the{' '}
          <a className={styles.link} href={CLE_KEY_PATH}>
            public key
          </a>
          .
        </p>
        <pre className={styles.command} tabIndex={0} role="region" aria-label="Command">
          npm run verify:certificate -- FILE
        </pre>
      </footer>
    </PlainPage>
  )
}

async function verdictOf(file: File): Promise<Verdict | 'failed'> {
  try {
    const { key, revocations } = await loadVerification()
    return await verifyCertificate(new Uint8Array(await file.arrayBuffer()), key, revocations)
  } catch {
    return 'failed'
  }
}

function OfCode({ code }: { code: string }) {
  const { data, isError, refetch, dataUpdatedAt } = useQuery(certificateQuery(code))
  if (data) return <Registered certificate={data} checkedAt={dataUpdatedAt} />
  if (data === null)
    return (
      <Outcome word="Unknown" look="unknown">
        We issued no certificate with this code. Check each letter.
      </Outcome>
    )
  return isError ? (
    <StatePage title="We couldn’t check this code" again={refetch}>
      This says nothing about the certificate.
    </StatePage>
  ) : (
    <div className={styles.waiting} aria-busy="true">
      <Skeleton shape="title" width="half" />
      <Skeleton width="most" />
    </div>
  )
}

const LOOKS = { valid: styles.valid, revoked: styles.bad, unknown: styles.unknown }

const Outcome = ({ word, look, children }: { word: string; look: keyof typeof LOOKS; children: ReactNode }) => (
  <div className={`${styles.outcome} ${LOOKS[look]}`}>
    <h2 className={`t-state-title ${styles.word}`}>{word}</h2>
    <p>{children}</p>
  </div>
)

function Registered({ certificate, checkedAt }: { certificate: RegisteredCertificate; checkedAt: number }) {
  const { title, event_date, state, credits, issued_at, revoked_at } = certificate
  const signed = `Signed by Counterpart on ${longDay(issued_at.slice(0, 10))}.`
  return (
    <>
      {revoked_at ? (
        <Outcome word="Revoked" look="revoked">
          Revoked on {longDay(revoked_at.slice(0, 10))}. {signed}
        </Outcome>
      ) : (
        <Outcome word="Valid" look="valid">
          {signed} Not revoked as of {longDate(checkedAt)}.
        </Outcome>
      )}
      <Facts
        facts={[
          ['Program', title],
          ['Date', longDay(event_date)],
          ['Credits', `${state}, ${creditsOf(credits)}`],
          ['Name', 'Shown only on the certificate itself'],
        ]}
      />
    </>
  )
}

function OfFile({ name, verdict }: { name: string; verdict: Verdict | 'failed' }) {
  if (verdict === 'failed')
    return (
      <Outcome word="Not checked" look="unknown">
        We couldn’t load the public key, or this browser can’t check signatures. Use the command below.
      </Outcome>
    )
  if (verdict.verdict === 'not_genuine')
    return (
      <Outcome word="Unknown" look="unknown">
        {name} isn’t a certificate that we signed, or it was changed.
      </Outcome>
    )
  return (
    <>
      {verdict.verdict === 'revoked' ? (
        <Outcome word="Revoked" look="revoked">
          Revoked on {longDay(verdict.revoked_at.slice(0, 10))}. The file is unchanged.
        </Outcome>
      ) : (
        <Outcome word="Valid" look="valid">
          {name} is unchanged since Counterpart signed it on {longDay(verdict.statement.issued_at.slice(0, 10))}.
        </Outcome>
      )}
      <Facts facts={factsOf(verdict.statement)} />
    </>
  )
}

/** The file was shown by whoever holds it, so its name may be shown to them; it is not sent anywhere. */
const factsOf = (statement: CertificateStatement): [string, string][] => [
  ['Program', statement.program],
  ['Date', longDay(statement.date)],
  ['Credits', `${statement.state}, ${creditsOf(statement.credits)}, ${minutesInWords(statement.minutes)}`],
  ['Accreditation', statement.accreditation],
  ['Name', statement.name],
]

const Facts = ({ facts }: { facts: [string, string][] }) => (
  <dl className={styles.facts}>
    {facts.map(([label, value]) => (
      <div key={label} className={styles.fact}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
