import { RadioGroup } from '#web/kit/forms/Choice.tsx'
import { SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CreateGroup } from '#api/operations.ts'
import { GROUP_TYPE_WORDS, groupNameProblem, inboxPath, MEMBERS_LIMITS, type GroupType } from '#shared/inbox.ts'
import { newKey } from '#shared/kit/ids.ts'
import { chatProblem } from '#web/features/inbox/writing/ChatComposer.tsx'
import { refreshGroup, errorMessage, suggestionsQuery, type Person } from '#web/features/inbox/inbox.queries.ts'
import { newConversationDraftKey, type NewConversationDraft } from '#web/features/inbox/writing/conversation-drafts.ts'
import { MemberPicker } from '#web/features/inbox/groups/MemberPicker.tsx'
import composer from '#web/features/inbox/writing/ChatComposer.module.css'
import styles from '#web/features/inbox/groups/NewConversation.module.css'
import { useDraft } from '#web/writing/drafts/use-draft.ts'
import { cleanBody } from '#web/writing/editor/clean-body.ts'
import { RichTextEditor } from '#web/writing/editor/RichTextEditor.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  /** The member to message. */
  withId?: number
  onClose: () => void
}

export function NewConversation({ withId, onClose }: Props) {
  useTitle('New conversation')
  const { data, isError, refetch } = useQuery({
    ...suggestionsQuery({ id: withId ?? 1 }),
    enabled: withId !== undefined,
  })
  if (withId === undefined) return <Form onClose={onClose} />
  if (isError) return <StatePage level={1} title="We couldn’t load this member" again={refetch} />
  if (!data) return <Skeleton width="half" />
  const [person] = data.chat_suggestions
  if (!person)
    return (
      <StatePage
        level={1}
        title="You can’t message this member"
        actions={<Button onClick={onClose}>Back to inbox</Button>}
      >
        They may have left, or messaging between your networks may be off.
      </StatePage>
    )
  return <Form person={person} onClose={onClose} />
}

const NO_SUGGESTIONS = () => Promise.resolve([])

interface FormProps {
  /** The member to message, if given. */
  person?: Person
  onClose: () => void
}

type Chosen = Pick<NewConversationDraft, 'type' | 'members' | 'name'>

interface Problems {
  members?: string
  name?: string
  first_message?: string
  rest?: string
}

/** What was chosen and written, kept as a draft. */
function useConversationDraft(person: Person | undefined) {
  const viewer = useUser()
  const begun: NewConversationDraft = {
    type: 'one_to_one',
    members: person ? [person] : [],
    name: '',
    html: '',
    text: '',
  }
  const [{ type, members, name }, setChosen] = useState(begun)
  const draft = useRef(begun)
  const { restored, status, change, discard } = useDraft<NewConversationDraft>(
    newConversationDraftKey(viewer.id, person?.id),
    {
      isEmpty: (now) => `${now.text}${now.name}`.trim() === '' && now.members.every(({ id }) => id === person?.id),
      // Stored HTML is untrusted: sanitize.
      clean: (stored) => ({ ...stored, html: cleanBody(stored.html) }),
    },
  )
  useEffect(() => {
    if (restored) setChosen((draft.current = restored))
  }, [restored])
  const write = (part: Partial<NewConversationDraft>) => {
    draft.current = { ...draft.current, ...part }
    change(() => draft.current)
  }
  const choose = (part: Partial<Chosen>) => {
    write(part)
    setChosen(draft.current)
  }
  return { type, members, name, draft, restored, isSaved: status === 'on-device', write, choose, discard }
}

/** The form of a new conversation: its draft, what is wrong with it, and creating it. */
function useNewConversation({ person, onClose }: FormProps) {
  const client = useQueryClient()
  const { draft, discard, ...fields } = useConversationDraft(person)
  const { type, members, name } = fields
  const [problems, setProblems] = useState<Problems>({})
  const create = useCommand(CreateGroup, {
    onSuccess: ({ createGroup }) => {
      discard()
      refreshGroup(client, createGroup.id)
      onClose()
      navigateTo(inboxPath(createGroup.id))
    },
    onError: (error) => {
      const { field } = error
      const known = field === 'members' || field === 'name' || field === 'first_message' ? field : 'rest'
      setProblems({ [known]: errorMessage(error) })
    },
  })
  const key = useRef({ of: '', key: '' })

  const submit = () => {
    const wrong = problemsOf({ type, members, name, text: draft.current.text })
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    const asked = {
      group_type: type,
      name: type === 'one_to_one' ? (members[0]?.name ?? '') : name.trim(),
      members: members.map(({ id }) => id),
      first_message: cleanBody(draft.current.html),
    }
    // One idempotency key per request: a retry does not create a second conversation.
    const wish = JSON.stringify(asked)
    if (key.current.of !== wish) key.current = { of: wish, key: newKey() }
    void create.run({ ...asked, idempotency_key: key.current.key })
  }
  return { ...fields, problems, isPending: create.isPending, submit }
}

function problemsOf({ type, members, name, text }: Chosen & { text: string }): Problems {
  const wrong: Problems = {}
  if (members.length === 0) wrong.members = 'Choose at least one member.'
  else if (type === 'one_to_one' && members.length > 1) wrong.members = 'Choose one member, or create a group.'
  const nameProblem = groupNameProblem(name, type)
  if (nameProblem) wrong.name = nameProblem
  const textProblem = chatProblem(text, 0)
  if (textProblem) wrong.first_message = textProblem
  return wrong
}

function Form(props: FormProps) {
  const { onClose } = props
  const { type, members, name, choose, restored, write, isSaved, problems, isPending, submit } =
    useNewConversation(props)
  return (
    <form
      aria-label="New conversation"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h1 className="t-section">New conversation</h1>
      <Kinds type={type} onChange={(next) => choose({ type: next })} />
      <MemberPicker
        label={type === 'one_to_one' ? 'To' : 'Members to invite'}
        chosen={members}
        problem={problems.members}
        onChange={(next) => choose({ members: next })}
      />
      {type !== 'one_to_one' && (
        <Field
          label="Group name"
          value={name}
          problem={problems.name}
          onChange={({ target }) => choose({ name: target.value })}
        />
      )}
      <FirstMessage
        restored={restored}
        isSaved={isSaved}
        problem={problems.first_message}
        onChange={write}
        onSubmit={submit}
      />
      <p className={styles.note}>
        {type === 'one_to_one'
          ? 'Only the two of you can read this. Staff see a message only if one of you reports it.'
          : 'Members are invited and can decline. Everyone who joins can read the whole conversation. Staff see a message only if a member reports it.'}
      </p>
      {problems.rest && (
        <p role="alert" className={styles.problem}>
          {problems.rest}
        </p>
      )}
      <div className={styles.acts}>
        <SubmitButton isPending={isPending}>{type === 'one_to_one' ? 'Send' : 'Create and invite'}</SubmitButton>
        <Button onClick={onClose}>Close</Button>
      </div>
    </form>
  )
}

interface FirstMessageProps {
  restored: NewConversationDraft | null
  isSaved: boolean
  problem: string | undefined
  onChange: (written: Pick<NewConversationDraft, 'html' | 'text'>) => void
  onSubmit: () => void
}

const FirstMessage = ({ restored, isSaved, problem, onChange, onSubmit }: FirstMessageProps) => (
  <div>
    <p className={styles.label}>First message</p>
    <div className={styles.writing}>
      <RichTextEditor
        label="First message"
        placeholder="Write a message"
        suggest={NO_SUGGESTIONS}
        restored={restored}
        onChange={({ html, text }) => onChange({ html, text })}
        onSubmit={onSubmit}
      >
        <span role="status" className={composer.kept}>
          {isSaved && 'Draft saved'}
        </span>
      </RichTextEditor>
    </div>
    {problem && (
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    )}
  </div>
)

function Kinds({ type, onChange }: { type: GroupType; onChange: (type: GroupType) => void }) {
  const viewer = useUser()
  const types: GroupType[] = ['one_to_one', 'small_group_chat', 'large_group_chat']
  // Only staff can create circles.
  if (viewer.is_staff) types.push('internal_circles')
  return (
    <RadioGroup
      label="Type"
      name="group_type"
      options={types.map((value) => ({
        value,
        label: GROUP_TYPE_WORDS[value],
        hint: value === 'one_to_one' ? 'You and one other member' : `Up to ${MEMBERS_LIMITS[value]} members`,
      }))}
      value={type}
      onChange={({ target }) => onChange(target.value as GroupType)}
    />
  )
}
