import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { GetInvitation, HandleGroupInvitation } from '#api/operations.ts'
import { namesInWords } from '#shared/discussions.ts'
import { GROUP_TYPE_WORDS, inboxPath } from '#shared/inbox.ts'
import { longDate } from '#shared/kit/dates.ts'
import { counted } from '#shared/kit/text.ts'
import styles from '#web/features/inbox/groups/InvitationCard.module.css'
import { nameOf, refreshGroup, errorMessage } from '#web/features/inbox/inbox.queries.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** Who invites to which group, and up to three of its members. Both answers are final. */
export function InvitationCard({ groupId }: { groupId: number }) {
  const viewer = useUser()
  const client = useQueryClient()
  const answer = useCommand(HandleGroupInvitation, {
    onSuccess: (_, { invitation_status }) => {
      const isJoined = invitation_status === 'approved'
      toast.success(isJoined && invitation?.group ? `You joined ${nameOf(invitation.group)}` : 'Invitation declined')
      if (isJoined) navigateTo(inboxPath(groupId))
      refreshGroup(client, groupId)
    },
    onError: 'show',
  })
  const asked = { invitee_id: viewer.id, user_id: viewer.id, group_id: groupId }
  const { data } = useQuery(operationQuery(GetInvitation, asked))
  const invitation = data?.inbox_invitation
  if (!invitation?.group) return null
  const { group, inviter, preview_members: members, invitation_expiring_date: until } = invitation
  const others = group.num_of_members - members.length
  const decide = (invitation_status: 'approved' | 'rejected') =>
    void answer.run({ group_id: groupId, invitation_status })
  return (
    <article className={styles.card} aria-label={`Invitation to ${nameOf(group)}`}>
      <p className={styles.ask}>
        <b>{inviter.name}</b> invited you to <b>{nameOf(group)}</b>
      </p>
      <p className={styles.facts}>
        {GROUP_TYPE_WORDS[group.group_type]}. Expires {longDate(until, viewer.time_zone)}.
      </p>
      {group.welcome_text && <p className={`t-quote ${styles.welcome}`}>{group.welcome_text}</p>}
      {members.length > 0 && (
        <div className={styles.members}>
          <span className={styles.faces}>
            {members.map((member) => (
              <Avatar key={member.id} person={member} size={28} />
            ))}
          </span>
          <span>
            {namesInWords([
              ...members.map(({ first_name }) => first_name),
              ...(others > 0 ? [counted(others, 'other')] : []),
            ])}
          </span>
        </div>
      )}
      {answer.error && (
        <p role="alert" className={styles.problem}>
          {errorMessage(answer.error)}
        </p>
      )}
      <div className={styles.acts}>
        <Button look="filled" disabled={answer.isPending} onClick={() => decide('approved')}>
          Join
        </Button>
        <Button disabled={answer.isPending} onClick={() => decide('rejected')}>
          Decline
        </Button>
      </div>
    </article>
  )
}
