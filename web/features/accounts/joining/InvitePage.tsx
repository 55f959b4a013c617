import { useQuery } from '@tanstack/react-query'
import { useEffect, type FormEvent, type ReactNode } from 'react'
import { isTheme } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { counted } from '#shared/kit/text.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { setInviteCode } from '#web/platform/analytics/analytics.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { useParams } from '#web/platform/router/match.ts'
import { BrandHeader } from '#web/platform/shell/navigation/BrandHeader.tsx'
import { PlainPage } from '#web/platform/shell/PlainPage.tsx'
import { applyTheme } from '#web/platform/session/theme.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { ClosedPage, FailedPage, Intro, Waiting } from '#web/features/accounts/auth-pages/AuthPageParts.tsx'
import { invitationQuery, type Invitation, type PreviewMember } from '#web/features/accounts/auth-pages/auth.queries.ts'
import styles from '#web/features/accounts/auth-pages/AuthPages.module.css'

/** Applies the theme of the inviting network, and sets the invite code for analytics. */
export function useInvitation(token: string) {
  const query = useQuery(invitationQuery(token))
  const { data } = query
  useEffect(() => {
    if (!data) return
    if (isTheme(data.network.theme)) applyTheme(data.network.theme)
    setInviteCode(data.invite_code)
    return () => setInviteCode(null)
  }, [data])
  return query
}

export function InvitePage() {
  const { token = '' } = useParams() as { token?: string }
  const { data, error, refetch } = useInvitation(token)
  useTitle('Your invitation')
  if (data) return <Shown invitation={data} token={token} />
  return (
    <PlainPage>
      {error instanceof ApiError && error.status === 404 ? (
        <ClosedPage />
      ) : error ? (
        <FailedPage again={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </PlainPage>
  )
}

/** The layout of an invitation: wider than a form, with the network's name in the header. */
function InviteFrame({ network, children }: { network: string; children: ReactNode }) {
  return (
    <div className={styles.desk}>
      <div className={styles.sheet}>
        <header>
          <BrandHeader network={network} />
        </header>
        <main id="main" className={styles.content}>
          {children}
        </main>
      </div>
    </div>
  )
}

function Shown({ invitation, token }: { invitation: Invitation; token: string }) {
  const { network, inviter, note, members, first_name, num_of_members, expires_at } = invitation
  return (
    <InviteFrame network={network.display_name}>
      <h1 className="t-thread-title">
        {inviter
          ? `${inviter.name} invited you to ${network.display_name}`
          : `You’re invited to ${network.display_name}`}
      </h1>
      <Intro>
        {first_name}, this is a members-only {network.discipline.toLowerCase()} network where in-house professionals ask
        each other the questions they can’t ask in public.
        {num_of_members > 0 && ` It has ${counted(num_of_members, 'member')}.`}
      </Intro>
      {note && <blockquote className={`t-quote ${styles.note}`}>{note}</blockquote>}
      {members.length > 0 && (
        <section aria-labelledby="members-title">
          <h2 id="members-title" className={`t-section ${styles.section}`}>
            Some of the members
          </h2>
          <ul className={styles.members}>
            {members.map((member) => (
              <Member key={member.id} member={member} />
            ))}
          </ul>
        </section>
      )}
      <div className={styles.actions}>
        <ButtonLink look="filled" href={`${ROUTES.onboarding}/${token}`}>
          Accept invitation
        </ButtonLink>
      </div>
      <p className={`t-meta ${styles.quiet}`}>
        This invitation is for {invitation.email} only and expires {dayOf(expires_at)}. Not you? Just close this page.
      </p>
    </InviteFrame>
  )
}

function Member({ member }: { member: PreviewMember }) {
  return (
    <li>
      <Avatar person={member} size={44} />
      <div>
        <p className={styles.name}>{member.name}</p>
        <p className={`t-meta ${styles.facts}`}>{[member.title, member.company].filter(Boolean).join(', ')}</p>
      </div>
    </li>
  )
}

const TOKEN = /(?:^|\/(?:invite|onboarding)\/)([\w-]{22})(?:$|[/?#\s])/

/** For invitees who have the link on paper or in another program. */
export function InvitationPage() {
  useTitle('Invitation')
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const link = new FormData(event.currentTarget).get('link')
    const token = TOKEN.exec(String(link).trim())?.[1] ?? 'incomplete'
    location.assign(`/invite/${token}`)
  }
  return (
    <>
      <h1 className="t-state-title">Have an invitation?</h1>
      <Intro>Open the link in your invitation email, or paste it here.</Intro>
      <form className={styles.form} onSubmit={onSubmit}>
        <Field label="Invitation link" name="link" autoComplete="off" required maxLength={300} />
        <Button look="filled" type="submit">
          View invitation
        </Button>
      </form>
      <p className={styles.quiet}>
        <a className={styles.link} href={ROUTES.login}>
          I already have an account
        </a>
      </p>
    </>
  )
}
