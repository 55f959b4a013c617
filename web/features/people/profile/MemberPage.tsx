import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, type ReactNode } from 'react'
import { GetCompanyMembers, TrackMemberView } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { memberPath } from '#shared/people.ts'
import { MEMBER_SECTIONS, type MemberSection } from '#shared/profiles.ts'
import { ROUTES } from '#shared/routes.ts'
import { FollowButton } from '#web/features/people/FollowButton.tsx'
import { openFollows } from '#web/features/people/FollowsDialog.tsx'
import { SharedInterests } from '#web/features/people/profile/InCommon.tsx'
import { profileQuery, type Profile } from '#web/features/people/people.queries.ts'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/people/profile/Profile.module.css'
import {
  Badges,
  BarList,
  Bio,
  careerFacts,
  companyFacts,
  Facts,
  legalFacts,
  Links,
  Part,
  ProfileHead,
  topicFacts,
} from '#web/features/people/profile/ProfileParts.tsx'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { LayerContext, openInFront } from '#web/platform/navigation/navigation.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { SectionNav, WHOLE_ADDRESS } from '#web/platform/shell/SectionNav.tsx'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'

interface Props {
  id: number
  section: MemberSection
  back: ReactNode
  /** Renders the member's activity of the chosen section. */
  activity: (person: { id: number; name: string }) => ReactNode
  /** Renders the note of the member's latest replies. */
  answers: (person: { id: number; name: string }) => ReactNode
  /** Opens the rare actions: report, block. */
  onMore: (person: { id: number; name: string }) => void
}

/** A member as others see them. */
export function MemberPage(props: Props) {
  const { data, isError, refetch } = useQuery(profileQuery(props.id))
  const person = data?.profile
  useTitle(person?.name ?? 'Member')
  if (person) return <Shown {...props} person={person} />
  return (
    <Page>
      {props.back}
      {data && <NotHere />}
      {isError && (
        <LoadFailed level={1} title="We couldn’t load this profile" again={refetch}>
          Something went wrong while loading this page. Nothing of yours was lost.
        </LoadFailed>
      )}
      {!data && !isError && <Loading />}
    </Page>
  )
}

const Loading = () => (
  <div className={styles.loading} aria-busy="true">
    <h1 className="visually-hidden">Member</h1>
    <Skeleton shape="title" width="half" />
    <Skeleton width="third" />
    <Skeleton width="most" />
  </div>
)

function NotHere() {
  return (
    <StatePage
      level={1}
      title="This profile isn’t available"
      actions={
        <ButtonLink look="filled" href={ROUTES.members}>
          Go to Members
        </ButtonLink>
      }
    >
      <p>They may have left, or belong to a network whose directory you can’t access.</p>
    </StatePage>
  )
}

function Shown({ person, section, back, activity, answers, onMore }: Props & { person: Profile }) {
  useView(person)
  const isInFront = useContext(LayerContext)
  return (
    <Page
      side={
        <>
          {answers(person)}
          {person.company && <Colleagues person={person} />}
        </>
      }
      hasDesk
    >
      {back}
      <ProfileHead
        person={person}
        line={<FollowNumbers person={person} />}
        acts={
          <>
            <FollowButton person={person} isFollowed={person.is_followed} source="member_page" look="filled" />
            {person.can_message && <ButtonLink href={`${ROUTES.inbox}?to=${person.id}`}>Send a message</ButtonLink>}
            <Button look="bare" aria-haspopup="dialog" onClick={() => onMore(person)}>
              More
            </Button>
          </>
        }
      />
      {person.bio && <Bio text={person.bio} />}
      <Links person={person} />
      <Badges person={person} />
      <SharedInterests person={person} />
      <MemberFacts person={person} />
      <SectionNav label={`${person.name}’s activity`}>
        {MEMBER_SECTIONS.map((each) => (
          <Link
            key={each}
            to={memberPath(person.id)}
            search={each === MEMBER_SECTIONS[0] ? {} : { section: each }}
            resetScroll={false}
            onClick={isInFront ? openInFront : undefined}
            activeOptions={WHOLE_ADDRESS}
            aria-current={each === section ? 'page' : undefined}
          >
            {each}
          </Link>
        ))}
      </SectionNav>
      {activity(person)}
    </Page>
  )
}

/** Work, expertise, and what belongs to the member's profession. */
function MemberFacts({ person }: { person: Profile }) {
  const { time_zone } = useUser()
  const profession = person.peer_network_memberships[0]?.peer_network.profession_title_text
  return (
    <>
      <Part title="Work">
        <Facts
          facts={[
            ...careerFacts(person, profession ?? 'In the profession since'),
            ['Member since', dayOf(person.date_joined, time_zone)],
          ]}
        />
      </Part>
      <Part title="Expertise">
        <Facts facts={topicFacts(person)} empty={`${person.first_name} hasn’t added this yet.`} />
      </Part>
      {person.legal && (
        <Part title="Legal background">
          <Facts facts={legalFacts(person)} empty={`${person.first_name} hasn’t added this yet.`} />
        </Part>
      )}
      {person.bar_qualifications.length > 0 && (
        <Part title="Bar admissions">
          <BarList person={person} timeZone={time_zone} />
        </Part>
      )}
      {person.company && (
        <Part title="Company">
          <Facts facts={companyFacts(person)} />
        </Part>
      )}
    </>
  )
}

/** Counts one view per visit; the viewed member is not notified. */
function useView({ id, is_own }: Profile): void {
  useEffect(() => {
    if (is_own) return
    void track('member-page-viewed', referral())
    execute(TrackMemberView, { user_id: id }).catch(() => {})
  }, [id, is_own])
}

const nounFor = (count: number, one: string, many: string) => (count === 1 ? one : many)

export function FollowNumbers({
  person,
}: {
  person: Pick<Profile, 'id' | 'name' | 'num_of_followers' | 'num_of_following' | 'follows_reader'>
}) {
  const client = useQueryClient()
  const { num_of_followers, num_of_following } = person
  return (
    <p className={styles.follows}>
      <button type="button" aria-haspopup="dialog" onClick={() => openFollows(client, person, 'followers')}>
        <b>{num_of_followers}</b> {nounFor(num_of_followers, 'follower', 'followers')}
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => openFollows(client, person, 'following')}>
        <b>{num_of_following}</b> following
      </button>
    </p>
  )
}

function Colleagues({ person }: { person: Profile }) {
  const { data } = useQuery(operationQuery(GetCompanyMembers, { company_id: person.company!.id, limit: 8 }))
  const others = data?.company_members.items.filter(({ id }) => id !== person.id) ?? []
  if (others.length === 0) return null
  return (
    <SideNote title={`At ${person.company!.name}`}>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <PersonLink person={other} className={styles.otherName} />
            <p className={styles.quiet}>{other.title}</p>
          </li>
        ))}
      </ul>
    </SideNote>
  )
}
