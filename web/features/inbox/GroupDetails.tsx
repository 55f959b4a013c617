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
import styles from '#web/features/inbox/GroupDetails.module.css'
import {
  groupQuery,
  nameOf,
  refreshGroup,
  refreshPinned,
  errorMessage,
  updateGroup,
  welcomeQuery,
  type Group,
  type Person,
} from '#web/features/inbox/inbox.queries.ts'
import { MemberPicker } from '#web/features/inbox/MemberPicker.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import { SideNote } from '#web/kit/SideNote.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

interface Props {
  group: Group
  here: ReadonlySet<number>
  onGo: (index: number) => void
}

/** Who is in it, what the member wants of it, and for admins how it is run. */
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

/** Runs an act; false, with the reason as a toast, when it did not work. */
async function tried(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    toast.error(errorMessage(error))
    return false
  }
}

function Own({ group, onGo }: Omit<Props, 'here'>) {
  const client = useQueryClient()
  // What was just wished for stands until it is stored, whatever is asked for meanwhile.
  const [wish, setWish] = useState<{ muted?: boolean; favorite?: boolean }>({})
  const { muted, favorite } = { ...group, ...wish }
  const set = async (part: typeof wish) => {
    setWish((known) => ({ ...known, ...part }))
    await tried(async () => {
      await execute(updateInboxGroupMemberSettings, { group_id: group.id, ...part })
      await client.cancelQueries({ queryKey: groupQuery(group.id).queryKey })
      updateGroup(client, group.id, () => part)
    })
    setWish({})
    refreshGroup(client, group.id)
  }
  const goToDay = async (day: string) => {
    if (day === '') return
    const asked = { group_id: group.id, date: new Date(`${day}T00:00:00`).toISOString() }
    await tried(async () => {
      const { inbox_index_at: found } = await execute(InboxIndexAt, asked)
      if (found) onGo(found.message_index_in_group)
      else toast.info('No messages since that date')
    })
  }
  return (
    <SideNote title="Your settings">
      <div className={styles.choices}>
        <label>
          <input type="checkbox" checked={favorite} onChange={({ target }) => void set({ favorite: target.checked })} />
          <span>Favorite (stays at the top)</span>
        </label>
        <label>
          <input type="checkbox" checked={muted} onChange={({ target }) => void set({ muted: target.checked })} />
          <span>Mute (notify me only when I’m mentioned)</span>
        </label>
        <label className={styles.day}>
          <span>Jump to date</span>
          <input type="date" onChange={({ target }) => void goToDay(target.value)} />
        </label>
      </div>
    </SideNote>
  )
}

function Members({ group, here }: Omit<Props, 'onGo'>) {
  const { time_zone } = useUser()
  const present = group.members.filter(({ date_left }) => date_left === null)
  return (
    <SideNote title={present.length === 1 ? '1 member' : `${present.length} members`}>
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
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Person[]>([])
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const members = group.members.filter(({ date_left }) => date_left === null).length
  const places = placesLeft({ members_limit: group.members_limit, members, waiting: group.num_of_invitees })
  const invite = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await execute(InviteMembersToGroup, {
        group_id: group.id,
        members: chosen.map(({ id }) => id),
        idempotency_key: newKey(),
      })
      toast.success(chosen.length === 1 ? `Invited ${chosen[0]!.name}` : `Invited ${chosen.length} members`)
      setChosen([])
      refreshGroup(client, group.id)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SideNote title="Invite">
      <p className={styles.note}>
        {places === 1 ? '1 spot left.' : `${places} spots left.`} New members can read the whole conversation.
      </p>
      <MemberPicker
        label="Members to invite"
        groupId={group.id}
        chosen={chosen}
        problem={problem}
        onChange={setChosen}
      />
      {chosen.length > 0 && (
        <Button className={styles.act} disabled={isBusy} onClick={() => void invite()}>
          Invite
        </Button>
      )}
    </SideNote>
  )
}

function Running({ group, onGo }: Omit<Props, 'here'>) {
  const client = useQueryClient()
  const [name, setName] = useState(group.name)
  const [welcome, setWelcome] = useState(group.welcome_text)
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    const wrong = groupNameProblem(name)
    setProblem(wrong ?? undefined)
    if (wrong !== null) return
    const isDone = await tried(async () => {
      if (name.trim() !== group.name) await execute(UpdateGroupName, { group_id: group.id, name })
      if (welcome.trim() !== group.welcome_text)
        await execute(UpdateGroupWelcome, {
          group_id: group.id,
          welcome_text: welcome,
          welcome_message_id: group.welcome_message_id,
        })
      toast.success('Saved')
    })
    if (isDone) refreshGroup(client, group.id)
  }
  return (
    <SideNote title="Group settings">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label="Name" value={name} problem={problem} onChange={({ target }) => setName(target.value)} />
        <label className={styles.welcome}>
          <span>Welcome text (shown before joining)</span>
          <textarea
            rows={3}
            maxLength={WELCOME_LENGTH}
            value={welcome}
            onChange={({ target }) => setWelcome(target.value)}
          />
        </label>
        <Button type="submit">Save</Button>
      </form>
      <WelcomeMessage group={group} onGo={onGo} />
    </SideNote>
  )
}

/** The message that anyone who joins is shown; it is chosen where it stands. */
function WelcomeMessage({ group, onGo }: Omit<Props, 'here'>) {
  const client = useQueryClient()
  const { data } = useQuery({ ...welcomeQuery(group.id), enabled: group.welcome_message_id !== null })
  const message = group.welcome_message_id === null ? undefined : data?.inbox_group_pinned_messages[0]
  const takeAway = () =>
    tried(async () => {
      const { id: group_id, welcome_text } = group
      await execute(UpdateGroupWelcome, { group_id, welcome_text, welcome_message_id: null })
      refreshGroup(client, group_id)
      refreshPinned(client, group_id)
    })
  return (
    <section aria-label="Welcome message" className={styles.greeting}>
      <h3>Welcome message</h3>
      {message ? (
        <>
          <p className={`t-quote ${styles.greetingText}`}>{message.cleaned_body}</p>
          <Button onClick={() => onGo(message.message_index_in_group)}>Go to message</Button>
          <Button look="bare" onClick={() => void takeAway()}>
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
  const archive = () =>
    void tried(() => execute(ArchiveGroup, { group_id: group.id, archived: !group.archived })).then(() =>
      refreshGroup(client, group.id),
    )
  const leave = async () => {
    if (!(await tried(() => execute(LeaveGroup, { group_id: group.id })))) return
    toast.success(`You left ${nameOf(group)}`)
    navigateTo(inboxPath())
    refreshGroup(client, group.id)
  }
  return (
    <SideNote title={isGroup ? 'Archive or leave' : 'Archive'}>
      {(!isGroup || group.is_admin) && (
        <>
          <p className={styles.note}>{group.archived ? words.archived : words.open}</p>
          <Button className={styles.act} onClick={archive}>
            {group.archived ? words.back : words.act}
          </Button>
        </>
      )}
      {isGroup && <Leaving isSure={isSure} onSure={setSure} onLeave={() => void leave()} />}
    </SideNote>
  )
}

interface LeavingProps {
  isSure: boolean
  onSure: (isSure: boolean) => void
  onLeave: () => void
}

function Leaving({ isSure, onSure, onLeave }: LeavingProps) {
  if (!isSure)
    return (
      <Button className={styles.act} onClick={() => onSure(true)}>
        Leave group
      </Button>
    )
  return (
    <div className={styles.sure}>
      <p>You won’t be able to read or send messages unless someone invites you again.</p>
      <Button onClick={onLeave}>Leave</Button>
      <Button look="bare" onClick={() => onSure(false)}>
        Cancel
      </Button>
    </div>
  )
}
