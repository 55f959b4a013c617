import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { dayOf } from '#shared/kit/dates.ts'
import { isSectionOn } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { BarQualificationsForm } from '#web/features/people/profile/BarQualificationsForm.tsx'
import { EditForm } from '#web/features/people/profile/EditForm.tsx'
import { FollowNumbers } from '#web/features/people/profile/MemberPage.tsx'
import { ownProfileQuery, profileQuery, type OwnProfile } from '#web/features/people/people.queries.ts'
import { FORMS, type FormName } from '#web/features/people/profile/profile-forms.ts'
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
  namesOf,
  Part,
  ProfileHead,
  topicFacts,
  type Fact,
} from '#web/features/people/profile/ProfileParts.tsx'
import { YearlySurvey } from '#web/features/people/profile/YearlySurvey.tsx'
import { Button } from '#web/kit/Button.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { visibilityFor } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'

type Editing = FormName | 'bar'

/** The viewer's own profile as others see it, edited in place. */
export function OwnProfilePage({ back }: { back: ReactNode }) {
  useTitle('Profile')
  const { data, isError, refetch } = useQuery(ownProfileQuery)
  const own = data?.private_profile
  if (own) return <Shown own={own} back={back} />
  return (
    <Page>
      {back}
      {isError ? (
        <LoadFailed level={1} title="We couldn’t load your profile" again={refetch}>
          Your profile hasn’t changed.
        </LoadFailed>
      ) : (
        <div className={styles.loading} aria-busy="true">
          <h1 className="visually-hidden">Profile</h1>
          <Skeleton shape="title" width="half" />
          <Skeleton width="most" />
        </div>
      )}
    </Page>
  )
}

/** The open form, and how it opens and closes; closing returns focus to the button. */
function useEditing(own: OwnProfile) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const closed = useRef<Editing>(null)
  const close = () => {
    closed.current = editing
    // Another form may have been opened while this one was saved.
    setEditing((open) => (open === editing ? null : open))
  }
  // An effect, because the button is rendered only after the form has closed.
  useEffect(() => {
    if (editing !== null || closed.current === null) return
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`button[data-part="${closed.current}"]`)?.focus()
    closed.current = null
  }, [editing])
  const edit = (part: Editing, label: string, shown = 'Edit') =>
    // One form at a time: opening another would discard the input in this one.
    editing === null && (
      <Button
        look={shown === 'Edit' ? 'bare' : 'quiet'}
        data-part={part}
        aria-label={`Edit ${label}`}
        onClick={() => setEditing(part)}
      >
        {shown}
      </Button>
    )
  const part = (name: FormName, facts: readonly Fact[], empty: string) => (
    <Part key={name} title={FORMS[name].title} act={edit(name, FORMS[name].title.toLowerCase())}>
      {editing === name ? <EditForm own={own} form={name} onClose={close} /> : <Facts facts={facts} empty={empty} />}
    </Part>
  )
  return { editing, close, edit, part }
}

function Shown({ own, back }: { own: OwnProfile; back: ReactNode }) {
  const editable = useEditing(own)
  const { editing, close, edit } = editable
  return (
    <Page side={<Yours own={own} />}>
      {back}
      <ProfileHead
        person={own}
        line={<OwnFollows id={own.id} />}
        acts={
          <>
            {edit('basic', 'name and location', 'Edit name and location')}
            {edit('status', 'status', 'Edit status')}
          </>
        }
      />
      {(editing === 'basic' || editing === 'status') && (
        <EditForm key={editing} own={own} form={editing} onClose={close} />
      )}
      <YearlySurvey own={own} />
      <Part title="Bio" act={edit('bio', 'bio')}>
        {editing === 'bio' ? (
          <EditForm own={own} form="bio" onClose={close} />
        ) : own.bio ? (
          <Bio text={own.bio} />
        ) : (
          <p className={styles.quiet}>A line or two about your role helps peers know who they’re asking.</p>
        )}
      </Part>
      <Links person={own} />
      <Badges person={own} />
      <Background own={own} {...editable} />
    </Page>
  )
}

/** Work, expertise, and what belongs to the member's profession. */
function Background({ own, editing, close, edit, part }: ReturnType<typeof useEditing> & { own: OwnProfile }) {
  const network = own.peer_network_memberships[0]?.peer_network
  const leadsPeople = own.peer_network_memberships.some(({ peer_network }) => peer_network.discipline.type !== 'legal')
  return (
    <>
      {part(
        'work',
        careerFacts(own, network?.profession_title_text ?? 'In the profession since').filter(
          ([label]) => label !== 'People led',
        ),
        'Add the chapters and events you attend.',
      )}
      {part(
        'topics',
        topicFacts(own).filter(([label]) => label !== 'Industry groups'),
        'Add your expertise so questions find you.',
      )}
      {leadsPeople &&
        part(
          'finance',
          [
            ['Direct reports', own.num_of_direct_reports],
            ['Industry groups', namesOf(own.industry_groups)],
          ],
          'Add the size of your team.',
        )}
      {own.legal && part('legal', legalFacts(own), 'Add your law school, firms, and responsibilities.')}
      {own.legal && (
        <Part title="Bar admissions" act={edit('bar', 'bar admissions')}>
          {editing === 'bar' ? (
            <BarQualificationsForm own={own} onClose={close} />
          ) : (
            <BarList person={own} timeZone={own.time_zone} />
          )}
        </Part>
      )}
      {part('company', companyFacts(own), 'Add where you work.')}
    </>
  )
}

function OwnFollows({ id }: { id: number }) {
  const { data } = useQuery(profileQuery(id))
  return data?.profile ? <FollowNumbers person={data.profile} /> : null
}

/** Missing profile fields that other members search for; mentioned once, next to the profile. */
function missingOf(own: OwnProfile): string[] {
  const missing: (string | false)[] = [
    !own.bio && 'a bio',
    !own.city && 'a city',
    !own.company && 'a company',
    own.areas_of_expertise.length === 0 && 'areas of expertise',
    own.industries.length === 0 && 'industries',
    own.chapter === null && 'a chapter',
  ]
  return missing.filter((each) => each !== false)
}

function Yours({ own }: { own: OwnProfile }) {
  const missing = missingOf(own)
  const hasBadges = isSectionOn(visibilityFor(useUser()), 'badges')
  return (
    <>
      <SideNote title="Your profile">
        <p className={styles.note}>
          {missing.length === 0
            ? 'Your profile has everything peers look for.'
            : `Still missing: ${missing.join(', ')}.`}
        </p>
        <p className={styles.note}>Member since {dayOf(own.date_joined, own.time_zone)}</p>
      </SideNote>
      <SideNote title="More">
        <ul>
          <li>
            <Link to={ROUTES.profileActivity}>Activity</Link>
          </li>
          <li>
            <Link to={ROUTES.profileCle}>CLE credits</Link>
          </li>
          {hasBadges && (
            <li>
              <Link to={ROUTES.profileBadges}>Badges</Link>
            </li>
          )}
          <li>
            <Link to={ROUTES.profileSettings}>Settings</Link>
          </li>
        </ul>
      </SideNote>
    </>
  )
}
