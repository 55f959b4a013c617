import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EndMemberships } from '#api/operations.ts'
import { IMPORT_CHARACTERS } from '#shared/imports.ts'
import { counted } from '#shared/kit/text.ts'
import { ENDED_ALONE, ENDED_TOGETHER, SYNC_COLUMNS, type SyncPlan } from '#shared/member-sync.ts'
import { offerApproval } from '#web/features/approvals/ask-for-approval.tsx'
import { networksQuery } from '#web/features/staff-members/staff-members.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { SelectField } from '#web/kit/forms/Field.tsx'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { errorMessage, showErrorToast } from '#web/platform/api/error-message.ts'
import { post } from '#web/platform/api/post.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { SyncPlanLists } from '#web/features/staff-members/sync/SyncPlanLists.tsx'
import styles from './MemberSync.module.css'

const TIMEOUT_MS = 280_000
const BYTES_A_CHARACTER = 4

interface Order {
  peer_network_id: number
  text: string
  is_dry_run: boolean
}

/** Staff choose a file of the association's system, see what it changes, and then confirm. */
export function MemberSyncPage() {
  const networks = useQuery(networksQuery).data?.staff_networks ?? []
  const [network, setNetwork] = useState('')
  const sync = useSync(Number(network))
  const { required, optional } = SYNC_COLUMNS
  return (
    <StaffPage
      title="Member sync"
      lede="Compares the members of a network with a file of your association’s system. You see what changes before anything is done."
    >
      <div className={styles.form}>
        <SelectField
          label="Network"
          value={network}
          onChange={({ target }) => {
            setNetwork(target.value)
            sync.forget()
          }}
        >
          <option value="">Choose</option>
          {networks.map(({ id, display_name }) => (
            <option key={id} value={id}>
              {display_name}
            </option>
          ))}
        </SelectField>
        <p className={styles.text}>
          Required columns: <b>{required.join(', ')}</b>. Optional: {optional.join(', ')}. A blank title or company
          changes nothing.
        </p>
        {network !== '' && (
          <FileField
            label="Members file (CSV)"
            accept=".csv,text/csv"
            disabled={sync.isPending}
            onChoose={(file) => void sync.choose(file)}
          />
        )}
      </div>
      <div role="status">{sync.isPending && <p className={styles.text}>Comparing…</p>}</div>
      {sync.problem !== null && (
        <p role="alert" className={styles.problem}>
          {sync.problem}
        </p>
      )}
      {sync.plan && <Plan key={sync.turn} plan={sync.plan} networkId={Number(network)} sync={sync} />}
    </StaffPage>
  )
}

function useSync(peer_network_id: number) {
  const [text, setText] = useState('')
  const [plan, setPlan] = useState<SyncPlan | null>(null)
  const [isDone, setDone] = useState(false)
  const [turn, setTurn] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const { run, isPending } = useCommand(
    (order: Order) => post<SyncPlan>('/staff/member-sync', order, { timeoutMs: TIMEOUT_MS }),
    {
      onSuccess: (answer, { is_dry_run }) => {
        setPlan(answer)
        setDone(!is_dry_run)
        setTurn((known) => known + 1)
      },
      onError: (error) => setProblem(errorMessage(error, { fact: 'Choose the file again to see what is still to do' })),
    },
  )
  const forget = () => {
    setPlan(null)
    setDone(false)
    setProblem(null)
  }
  const choose = async (file: File | undefined) => {
    forget()
    if (!file) return
    if (file.size > IMPORT_CHARACTERS * BYTES_A_CHARACTER) return setProblem(`${file.name} is too large. Split it.`)
    const chosen = await file.text()
    setText(chosen)
    await run({ peer_network_id, text: chosen, is_dry_run: true })
  }
  const apply = () => void run({ peer_network_id, text, is_dry_run: false })
  return { plan, isDone, turn, problem, isPending, forget, choose, apply }
}

interface PlanProps {
  plan: SyncPlan
  networkId: number
  sync: ReturnType<typeof useSync>
}

function Plan({ plan, networkId, sync: { isDone, isPending, apply } }: PlanProps) {
  const { invited, changed, missing } = plan
  const count = invited.length + changed.length
  return (
    <>
      <SyncPlanLists plan={plan} isDone={isDone} />
      {!isDone && count > 0 && (
        <div className={styles.acts}>
          <Button look="filled" disabled={isPending} onClick={apply}>
            Invite {invited.length} and change {changed.length}
          </Button>
        </div>
      )}
      {missing.length > 0 && <Missing plan={plan} networkId={networkId} />}
    </>
  )
}

/** They are ended apart from the rest, because a file that is cut off would otherwise end them by accident. */
function Missing({ plan: { missing }, networkId }: Omit<PlanProps, 'sync'>) {
  const [isAsking, setAsking] = useState(false)
  const [isEnded, setEnded] = useState(false)
  const ids = missing.slice(0, ENDED_TOGETHER).map(({ id }) => id)
  const label = `End ${counted(ids.length, 'membership')}`
  const { run, isPending } = useCommand(EndMemberships, {
    success: 'Memberships ended',
    onSuccess: () => setEnded(true),
    onError: (error, asked) =>
      offerApproval(error, EndMemberships, asked) || showErrorToast(error, { title: 'No membership was ended' }),
  })
  if (isEnded) return null
  if (!isAsking)
    return (
      <div className={styles.acts}>
        <Button onClick={() => setAsking(true)}>{label}</Button>
      </div>
    )
  return (
    <ConfirmForm
      question={`Members who aren’t in the file lose access to this network and are told by email. More than ${ENDED_ALONE} in a day need a second person.`}
      confirm={label}
      isPending={isPending}
      onConfirm={() => {
        setAsking(false)
        void run({ peer_network_id: networkId, ids })
      }}
      onCancel={() => setAsking(false)}
    />
  )
}
