import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ArchiveGroup,
  InboxIndexAt,
  InviteMembersToGroup,
  LeaveGroup,
  UpdateGroupName,
  UpdateGroupWelcome,
  updateInboxGroupMemberSettings,
} from '#api/operations.ts'
import { groupNameProblem, inboxPath, placesLeft, WELCOME_LENGTH } from '#shared/inbox.ts'
import { longDate } from '#shared/kit/dates.ts'
import { newKey } from '#shared/kit/ids.ts'
import { personLine } from '#shared/people.ts'
import { counted } from '#shared/kit/text.ts'
import styles from '#web/features/inbox/groups/GroupDetails.module.css'
import {
  groupQuery,
  nameOf,
  refreshGroup,
  refreshPinned,
  errorMessage,
  groupKeys,
  INBOX_MESSAGES,
  updateGroup,
  welcomeQuery,
  type Group,
  type Person,
} from '#web/features/inbox/inbox.queries.ts'
import { MemberPicker } from '#web/features/inbox/groups/MemberPicker.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Field, TextAreaField } from '#web/kit/forms/Field.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

interface Props {
  group: Group
  here: ReadonlySet<number>
  onGo: (index: number) => void
}

/** Members, the viewer's own settings, and the admin settings of a group. */
export function GroupDetails({ group, here, onGo }: Props) {
  const isGroup = group.group_type !== 'one_to_one'
  const mayInvite = isGroup && !group.archived && (group.is_admin || group.group_type === 'small_group_chat')
  return (
    <aside aria-label="Details" className={styles.details}>
      <Own group={group} onGo={onGo} />
      <Members group={group} here={here} />
      {mayInvite && <Invite group={group} />}
      {isGroup && group.is_admin && <Running key={`${group.name} ${group.welcome_text}`} group={group} onGo={onGo} />}
      <Ending group={group} />
    </aside>
  )
}

function Own({ group, onGo }: Omit<Props, 'here'>) {
  const client = useQueryClient()
  // Show the requested setting until it is stored, even if a refetch returns the old value.
  const [wish, setWish] = useState<{ muted?: boolean; favorite?: boolean }>({})
  const { muted, favorite } = { ...group, ...wish }
  const set = useCommand(
    async (part: typeof wish) => {
      await execute(updateInboxGroupMemberSettings, { group_id: group.id, ...part })
      await client.cancelQueries({ queryKey: groupQuery(group.id).queryKey })
      updateGroup(client, group.id, () => part)
    },
    {
      mayOverlap: true,
      invalidate: groupKeys(group.id),
      optimistic: (_, part) => {
        setWish((known) => ({ ...known, ...part }))
        return () => setWish({})
      },
      onSuccess: () => setWish({}),
      messages: INBOX_MESSAGES,
    },
  )
  const goToDay = useCommand(InboxIndexAt, {
    mayOverlap: true,
    onSuccess: ({ inbox_index_at: found }) => {
      if (found) onGo(found.message_index_in_group)
      else toast.info('No messages since that date')
    },
    messages: INBOX_MESSAGES,
  })
  return (
    <SideNote title="Your settings">
      <div className={styles.choices}>
        <CheckboxField
          label="Favorite (stays at the top)"
          checked={favorite}
          onChange={({ target }) => void set.run({ favorite: target.checked })}
        />
        <CheckboxField
          label="Mute (notify me only when I’m mentioned)"
          checked={muted}
          onChange={({ target }) => void set.run({ muted: target.checked })}
        />
        <Field
          label="Jump to date"
          type="date"
          onChange={({ target }) => {
            if (target.value === '') return
            const date = new Date(`${target.value}T00:00:00`).toISOString()
            void goToDay.run({ group_id: group.id, date })
          }}
        />
      </div>
    </SideNote>
  )
}

function Members({ group, here }: Omit<Props, 'onGo'>) {
  const { time_zone } = useUser()
  const present = group.members.filter(({ date_left }) => date_left === null)
  return (
    <SideNote title={counted(present.length, 'member')}>
      <ul className={styles.members}>
        {present.map(({ user, is_admin, user_id }) => (
          <li key={user_id}>
            <Avatar person={{ ...user, is_online: user.is_online || here.has(user_id) }} size={32} />
            <span>
              <PersonLink person={user} className={styles.name} />
              <small>
                {[is_admin && 'Admin', here.has(user_id) && 'Online', personLine(user)].filter(Boolean).join('. ')}
              </small>
            </span>
          </li>
        ))}
        {group.invitees.map(({ id, invitee, inviter, invitation_expiring_date }) => (
          <li key={`invited-${id}`}>
            <Avatar person={invitee} size={32} />
            <span>
              <PersonLink person={invitee} className={styles.name} />
              <small>
                Invited by {inviter.first_name}; expires {longDate(invitation_expiring_date, time_zone)}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </SideNote>
  )
}

function Invite({ group }: { group: Group }) {
  const [chosen, setChosen] = useState<Person[]>([])
  const members = group.members.filter(({ date_left }) => date_left === null).length
  const places = placesLeft({ members_limit: group.members_limit, members, waiting: group.num_of_invitees })
  const invite = useCommand(InviteMembersToGroup, {
    invalidate: groupKeys(group.id),
    success: chosen.length === 1 ? `Invited ${chosen[0]!.name}` : `Invited ${chosen.length} members`,
    onSuccess: () => setChosen([]),
    onError: 'show',
  })
  return (
    <SideNote title="Invite">
      <p className={styles.note}>{counted(places, 'spot')} left. New members can read the whole conversation.</p>
      <MemberPicker
        label="Members to invite"
        groupId={group.id}
        chosen={chosen}
        problem={invite.error && errorMessage(invite.error)}
        onChange={setChosen}
      />
      {chosen.length > 0 && (
        <Button
          className={styles.act}
          disabled={invite.isPending}
          onClick={() =>
            void invite.run({
              group_id: group.id,
              members: chosen.map(({ id }) => id),
              idempotency_key: newKey(),
            })
          }
        >
          Invite
        </Button>
      )}
    </SideNote>
  )
}

function Running({ group, onGo }: Omit<Props, 'here'>) {
  const client = useQueryClient()
  const form = useForm({
    initial: { name: group.name, welcome_text: group.welcome_text },
    check: ({ name }) => {
      const message = groupNameProblem(name)
      return message === null ? null : { field: 'name', message }
    },
    submit: async ({ name, welcome_text }) => {
      const { id: group_id, welcome_message_id } = group
      if (name.trim() !== group.name) await execute(UpdateGroupName, { group_id, name })
      if (welcome_text.trim() !== group.welcome_text)
        await execute(UpdateGroupWelcome, { group_id, welcome_text, welcome_message_id })
    },
    success: 'Saved',
    onDone: () => refreshGroup(client, group.id),
    messages: INBOX_MESSAGES,
  })
  return (
    <SideNote title="Group settings">
      <form {...form.props} className={styles.form}>
        <Field label="Name" {...form.field('name')} />
        <TextAreaField
          label="Welcome text (shown before joining)"
          rows={3}
          maxLength={WELCOME_LENGTH}
          {...form.field('welcome_text')}
        />
        <FormProblem>{form.problem}</FormProblem>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Save
        </SubmitButton>
      </form>
      <WelcomeMessage group={group} onGo={onGo} />
    </SideNote>
  )
}

/** The message shown to new members; admins choose it in the conversation. */
function WelcomeMessage({ group, onGo }: Omit<Props, 'here'>) {
  const client = useQueryClient()
  const { data } = useQuery({ ...welcomeQuery(group.id), enabled: group.welcome_message_id !== null })
  const message = group.welcome_message_id === null ? undefined : data?.inbox_group_pinned_messages[0]
  const takeAway = useCommand(UpdateGroupWelcome, {
    onSuccess: () => {
      refreshGroup(client, group.id)
      refreshPinned(client, group.id)
    },
    messages: INBOX_MESSAGES,
  })
  return (
    <section aria-label="Welcome message" className={styles.greeting}>
      <h3>Welcome message</h3>
      {message ? (
        <>
          <p className={`t-quote ${styles.greetingText}`}>{message.cleaned_body}</p>
          <Button onClick={() => onGo(message.message_index_in_group)}>Go to message</Button>
          <Button
            look="bare"
            disabled={takeAway.isPending}
            onClick={() =>
              void takeAway.run({ group_id: group.id, welcome_text: group.welcome_text, welcome_message_id: null })
            }
          >
            Remove
          </Button>
        </>
      ) : (
        <p className={styles.note}>
          None yet. Choose “Show to new members” on a message to show it to everyone who joins.
        </p>
      )}
    </section>
  )
}

const ARCHIVE_WORDS = {
  group: {
    open: 'Everyone in the group can still read an archived conversation, but no one can send messages.',
    archived: 'This group is archived. Everyone in it can read it, but no one can send messages.',
    act: 'Archive for everyone',
    back: 'Reopen',
  },
  pair: {
    open: 'Moves this conversation from your inbox to your archived conversations. A new message moves it back.',
    archived: 'You’ve archived this conversation. A new message moves it back to your inbox.',
    act: 'Archive',
    back: 'Move back to inbox',
  },
}

function Ending({ group }: { group: Group }) {
  const client = useQueryClient()
  const [isSure, setSure] = useState(false)
  const isGroup = group.group_type !== 'one_to_one'
  const words = ARCHIVE_WORDS[isGroup ? 'group' : 'pair']
  const archive = useCommand(ArchiveGroup, { invalidate: groupKeys(group.id), messages: INBOX_MESSAGES })
  const leave = useCommand(LeaveGroup, {
    success: `You left ${nameOf(group)}`,
    onSuccess: () => {
      navigateTo(inboxPath())
      refreshGroup(client, group.id)
    },
    onError: 'show',
  })
  return (
    <SideNote title={isGroup ? 'Archive or leave' : 'Archive'}>
      {(!isGroup || group.is_admin) && (
        <>
          <p className={styles.note}>{group.archived ? words.archived : words.open}</p>
          <Button
            className={styles.act}
            disabled={archive.isPending}
            onClick={() => void archive.run({ group_id: group.id, archived: !group.archived })}
          >
            {group.archived ? words.back : words.act}
          </Button>
        </>
      )}
      {isGroup &&
        (isSure ? (
          <ConfirmForm
            question="You won’t be able to read or send messages unless someone invites you again."
            confirm="Leave"
            isPending={leave.isPending}
            problem={leave.error && errorMessage(leave.error)}
            onConfirm={() => void leave.run({ group_id: group.id })}
            onCancel={() => setSure(false)}
          />
        ) : (
          <Button className={styles.act} onClick={() => setSure(true)}>
            Leave group
          </Button>
        ))}
    </SideNote>
  )
}
