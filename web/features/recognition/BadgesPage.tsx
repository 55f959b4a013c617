import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { UpdateBadgeNotification } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { badgesQuery, useAskAgain, type Badge as BadgeEntry } from '#web/features/recognition/recognition.queries.ts'
import styles from '#web/features/recognition/Recognition.module.css'
import { Titles } from '#web/features/recognition/Titles.tsx'
import { Badge } from '#web/kit/Badge.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/Section.tsx'
import { SideNote } from '#web/kit/SideNote.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { track } from '#web/platform/analytics.ts'
import { referral } from '#web/platform/referral.ts'
import { useTitle } from '#web/platform/arrival.ts'
import { execute } from '#web/platform/operations.ts'
import { sentenceOf } from '#web/platform/sentences.ts'
import { useUser } from '#web/platform/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { toast } from '#web/platform/toasts.ts'
import { NotArrived } from '#web/platform/shell/NotArrived.tsx'

type Earned = BadgeEntry & { user_badge: NonNullable<BadgeEntry['user_badge']> }

/** What the member has earned, and what of it others see. */
export function BadgesPage() {
  useTitle('Badges')
  useEffect(() => void track('badges-viewed', referral()), [])
  const { data, isError, refetch } = useQuery(badgesQuery)
  return (
    <Page side={<HowItWorks />}>
      <h1 className="t-page-title">Badges</h1>
      <p className={styles.lede}>What you have earned. Others see a badge once you show it, and not before.</p>
      <Titles />
      {data && <Lists badges={data.badges} />}
      {!data && isError && (
        <NotArrived title="We could not load your badges" again={refetch}>
          What you have earned is safe, and nobody sees more of it than before.
        </NotArrived>
      )}
      {!data && !isError && (
        <div className={styles.loading} aria-busy="true">
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
        </div>
      )}
    </Page>
  )
}

function Lists({ badges }: { badges: readonly BadgeEntry[] }) {
  const earned = badges.filter((badge): badge is Earned => badge.user_badge !== null)
  const others = badges.filter(({ user_badge }) => user_badge === null)
  return (
    <>
      <Section title="Earned">
        {earned.length === 0 ? (
          <StatePage title="No badge yet">
            <p>What you begin, answer and recommend is counted each night. What it earns appears here.</p>
          </StatePage>
        ) : (
          <ul>
            {earned.map((badge) => (
              <EarnedRow key={badge.id} badge={badge} />
            ))}
          </ul>
        )}
      </Section>
      {others.length > 0 && (
        <Section title="Not yet">
          <ul className={styles.others}>
            {others.map(({ id, image_url, description }) => (
              <li key={id}>
                <Badge picture={image_url} words={description} isFaint />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function EarnedRow({ badge: { id, image_url, description, user_badge } }: { badge: Earned }) {
  const { time_zone } = useUser()
  const askAgain = useAskAgain()
  const [isSaving, setSaving] = useState(false)
  const isShown = user_badge.public
  const show = async () => {
    setSaving(true)
    try {
      await execute(UpdateBadgeNotification, { badge_id: id, public: !isShown })
      toast.success(isShown ? 'Only you see it now' : 'It stands on your page now')
      await askAgain()
    } catch (error) {
      toast.error(sentenceOf(error, 'Nothing was changed'))
    }
    setSaving(false)
  }
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <Badge picture={image_url} words={description} size="large" />
        <p className={`${styles.facts} ${styles.beside}`}>
          Earned on {dayOf(user_badge.date_earned, time_zone)}.{' '}
          {isShown ? 'Others see it on your page.' : 'Only you see it.'}
        </p>
      </div>
      <Button
        disabled={isSaving}
        aria-label={`${isShown ? 'Hide' : 'Show'}: ${description}`}
        onClick={() => void show()}
      >
        {isShown ? 'Hide' : 'Show on my page'}
      </Button>
    </li>
  )
}

const HowItWorks = () => (
  <>
    <SideNote title="What is counted">
      <p className={styles.note}>
        Discussions and replies under your name in a group, experts whom you recommend, and how long you are a member.
        Nothing private and nothing anonymous.
      </p>
      <p className={styles.note}>It is counted each night. Staff can give a badge as well.</p>
    </SideNote>
    <SideNote title="Yours">
      <ul>
        <li>
          <Link to={ROUTES.profile}>Profile</Link>
        </li>
        <li>
          <Link to={ROUTES.profileActivity}>Activity</Link>
        </li>
      </ul>
    </SideNote>
  </>
)
