import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { UpdateBadgeNotification } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import {
  badgesQuery,
  NOTHING_CHANGED,
  RECOGNITION_KEYS,
  type Badge as BadgeEntry,
} from '#web/features/recognition/recognition.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/recognition/Recognition.module.css'
import { Titles } from '#web/features/recognition/Titles.tsx'
import { Badge } from '#web/kit/Badge.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'

type Earned = BadgeEntry & { user_badge: NonNullable<BadgeEntry['user_badge']> }

/** Badges that the member has earned, and whether others can see each. */
export function BadgesPage() {
  useTitle('Badges')
  useEffect(() => void track('badges-viewed', referral()), [])
  const { data, isError, refetch } = useQuery(badgesQuery)
  return (
    <Page side={<HowItWorks />}>
      <h1 className="t-page-title">Badges</h1>
      <p className={styles.lede}>Badges you’ve earned. Other members see a badge only if you choose to show it.</p>
      <Titles />
      {data && <Lists badges={data.badges} />}
      {!data && isError && (
        <LoadFailed title="We couldn’t load your badges" again={refetch}>
          Your badges are safe, and what others can see hasn’t changed.
        </LoadFailed>
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
          <StatePage title="No badges yet">
            <p>We count your discussions, replies, and recommendations every night. Badges you earn appear here.</p>
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
        <Section title="Not earned yet">
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
  const isShown = user_badge.public
  const show = useCommand(UpdateBadgeNotification, {
    invalidate: RECOGNITION_KEYS,
    success: isShown ? 'Hidden. Only you can see this badge' : 'Now showing on your profile',
    messages: NOTHING_CHANGED,
  })
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <Badge picture={image_url} words={description} size="large" />
        <p className={`${styles.facts} ${styles.beside}`}>
          Earned on {dayOf(user_badge.date_earned, time_zone)}.{' '}
          {isShown ? 'Visible on your profile.' : 'Visible only to you.'}
        </p>
      </div>
      <Button
        disabled={show.isPending}
        aria-label={`${isShown ? 'Hide' : 'Show on profile'}: ${description}`}
        onClick={() => void show.run({ badge_id: id, public: !isShown })}
      >
        {isShown ? 'Hide' : 'Show on profile'}
      </Button>
    </li>
  )
}

const HowItWorks = () => (
  <>
    <SideNote title="What counts">
      <p className={styles.note}>
        Discussions and group replies under your name, experts you recommend, and how long you’ve been a member. Private
        and anonymous posts never count.
      </p>
      <p className={styles.note}>Badges are updated every night. Staff can also award badges.</p>
    </SideNote>
    <SideNote title="More">
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
