import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailSettingsQuery } from '#web/features/setup/setup.queries.ts'
import { ProviderTest } from '#web/features/setup/ProviderTest.tsx'
import { SetupPage, StepFoot, useFinishStep } from '#web/features/setup/SetupPage.tsx'
import styles from './Setup.module.css'

/** Shows how email is sent, and sends a test. */
export function MailStep() {
  const finish = useFinishStep('mail')
  const [works, setWorks] = useState(false)
  const { data } = useQuery(mailSettingsQuery)
  return (
    <SetupPage step="mail">
      {data && (
        <dl className={styles.facts}>
          <div>
            <dt>Mail server</dt>
            <dd>{data.server ?? 'None: email stays in the outbox'}</dd>
          </div>
          <div>
            <dt>Sender</dt>
            <dd>{data.from}</dd>
          </div>
          <div>
            <dt>Mailing lists and replies</dt>
            <dd>name@{data.domain}</dd>
          </div>
          <div>
            <dt>Signed (DKIM)</dt>
            <dd>{data.is_signed ? 'Yes' : 'No, or by the mail server'}</dd>
          </div>
        </dl>
      )}
      <p className={styles.about}>
        These are settings of the server: SMTP_URL, MAIL_FROM, MAIL_DOMAIN and DKIM_KEY. Change them where it is
        started, and start it again. This page keeps your place.
      </p>
      <ProviderTest path="/staff/test-mail" label="Send me a test email" onResult={setWorks} />
      {data?.server === null && (
        <p className={styles.about}>
          Without a mail server you can still continue: invitations stay in the{' '}
          <a className={styles.link} href="/staff/outbox">
            outbox
          </a>
          , where you can open them and copy their links.
        </p>
      )}
      <StepFoot step="mail" finish={finish} skips={!works} />
    </SetupPage>
  )
}
