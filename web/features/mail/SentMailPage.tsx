/** Mail you sent: what became of each email to a discussion, who can read it, and what was left out. */
import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '#shared/routes.ts'
import { Section } from '#web/kit/layout/Section.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Mail } from './SentMail.tsx'
import { sentMailQuery, type SentMail } from './mail.queries.ts'
import styles from './Mail.module.css'

export function SentMailPage() {
  useTitle('Mail you sent')
  const { data, isError, refetch } = useQuery({ ...sentMailQuery, staleTime: 0 })
  return (
    <Page side={<Explanation />}>
      <BackLink />
      <h1 className="t-page-title">Mail you sent</h1>
      <p className={styles.lede}>Each email you sent to a discussion, who could read it, and what became of it.</p>
      {data && <Mails mails={data.sent_mails} />}
      {!data && isError && (
        <LoadFailed title="We couldn’t load your mail" again={refetch}>
          Nothing you sent is lost.
        </LoadFailed>
      )}
      {!data && !isError && (
        <div aria-busy="true">
          <Skeleton width="most" />
          <Skeleton width="most" />
        </div>
      )}
    </Page>
  )
}

const Explanation = () => (
  <>
    <SideNote title="How a reply is posted">
      <p>The address you answer decides who reads it. Changing To or Cc never makes a private reply public.</p>
    </SideNote>
    <SideNote title="Saved for 90 days">
      <p>Only you see this page.</p>
      <p>
        <Link to={ROUTES.profileSettings} hash="mail">
          Choose what you get
        </Link>
      </p>
    </SideNote>
  </>
)

const Mails = ({ mails }: { mails: readonly SentMail[] }) =>
  mails.length === 0 ? (
    <p className={styles.empty}>
      You haven’t sent any email to a discussion yet. Reply to a discussion email, and you’ll see here what became of
      it.
    </p>
  ) : (
    <Section title="Last 90 days">
      <ul>
        {mails.map((mail) => (
          <li key={mail.id} className={styles.sent}>
            <Mail mail={mail} />
          </li>
        ))}
      </ul>
    </Section>
  )
