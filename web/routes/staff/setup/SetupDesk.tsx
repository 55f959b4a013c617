/** The steps of the set-up: the pages of several features, in one frame. */
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import type { DisciplineType } from '#api/operations.ts'
import { isSetupStep, SETUP_STEPS, type SetupStep } from '#shared/setup.ts'
import { ownInvitationsQuery } from '#web/features/accounts/invitations/invitations.queries.ts'
import { Named, NominateForm } from '#web/features/accounts/invitations/NominateForm.tsx'
import { ArchiveImport } from '#web/features/mail/archives/ArchiveImport.tsx'
import { NetworkEditor } from '#web/features/networks/NetworkEditor.tsx'
import { NetworkPrices } from '#web/features/networks/NetworkPrices.tsx'
import {
  disciplinesQuery,
  networkQuery,
  networksQuery,
  type ManagedNetwork,
} from '#web/features/networks/networks.queries.ts'
import { ListsStep } from '#web/features/setup/ListsStep.tsx'
import { MailStep } from '#web/features/setup/MailStep.tsx'
import { Opening, StepList } from '#web/features/setup/Opening.tsx'
import { PaymentStep } from '#web/features/setup/PaymentStep.tsx'
import { markOf, setupQuery } from '#web/features/setup/setup.queries.ts'
import { SetupPage, StepFoot, useFinishStep } from '#web/features/setup/SetupPage.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { ImportTable } from '#web/platform/imports/ImportTable.tsx'
import { useSearch } from '#web/platform/router/match.ts'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './SetupDesk.module.css'

const LEDE = 'From an empty server to the first members.'

interface StepProps {
  network: ManagedNetwork | undefined
  discipline: DisciplineType
}

const PAGES: Record<Exclude<SetupStep, 'owner'>, ComponentType<StepProps>> = {
  network: NetworkStep,
  lists: ListsStep,
  prices: PricesStep,
  mail: MailStep,
  payment: PaymentStep,
  people: PeopleStep,
  invitations: InvitationsStep,
}

/** The step of the address, or else the first that is left. */
export function SetupDesk() {
  const { step: asked } = useSearch() as { step?: string }
  const setup = useQuery(setupQuery)
  const networks = useQuery(networksQuery)
  const disciplines = useQuery(disciplinesQuery)
  const firstId = networks.data?.managed_networks[0]?.id
  const first = useQuery({ ...networkQuery(firstId ?? 0), enabled: firstId !== undefined })
  const queries = [setup, networks, disciplines, first]
  const network = first.data?.managed_network ?? undefined
  const isLoading = !setup.data || !networks.data || !disciplines.data || (firstId !== undefined && !network)
  if (queries.some(({ isError }) => isError) || isLoading)
    return (
      <StaffPage title="Set-up" lede={LEDE}>
        {queries.some(({ isError }) => isError) ? (
          <StatePage
            title="We couldn’t load the set-up"
            again={() => Promise.all(queries.map((query) => query.refetch()))}
          >
            Nothing was changed.
          </StatePage>
        ) : (
          <Skeleton width="most" />
        )}
      </StaffPage>
    )
  const steps = setup.data!.setup_steps
  if (steps.length === 0) return <NotHere />
  const left = SETUP_STEPS.find((each) => !markOf(steps, each))
  const step = isSetupStep(asked) && asked !== 'owner' ? asked : (left ?? 'invitations')
  const Step = PAGES[step as keyof typeof PAGES]
  const type = disciplines.data!.managed_disciplines.find(({ id }) => id === network?.network.discipline.id)?.type
  return <Step key={step} network={network} discipline={type ?? 'legal'} />
}

const NotHere = () => (
  <StaffPage title="Set-up" lede={LEDE}>
    <StatePage title="This community is already set up" actions={<a href="/staff/networks">Networks</a>}>
      Everything that a set-up asks for is on the desks.
    </StatePage>
  </StaffPage>
)

function NetworkStep({ network }: StepProps) {
  const { finish } = useFinishStep('network')
  const { email } = useUser()
  return (
    <NetworkEditor
      network={network}
      parts="names"
      defaults={{ support_email: email }}
      submitLabel="Save and continue"
      onSaved={() => finish('done')}
      note={<span className={styles.quiet}>Everything but the address can be changed later.</span>}
      frame={({ preview, form }) => (
        <SetupPage step="network" side={preview}>
          {form}
          <div className={styles.below}>{preview}</div>
        </SetupPage>
      )}
    />
  )
}

/** What needs a network says so, and leads there. */
const WithoutNetwork = ({ step }: { step: SetupStep }) => (
  <SetupPage step={step}>
    <p className={styles.about}>This step is about your first network. Create it first.</p>
    <StepList steps={['network']} />
  </SetupPage>
)

const today = () => new Date().toISOString().slice(0, 10)

function PricesStep({ network }: StepProps) {
  const { finish } = useFinishStep('prices')
  const [isUnsaved, setUnsaved] = useState(false)
  const [isAsked, setAsked] = useState(false)
  if (!network) return <WithoutNetwork step="prices" />
  return (
    <NetworkEditor
      network={network}
      parts="welcome"
      submitLabel="Save and continue"
      onSaved={() => (isUnsaved ? setAsked(true) : finish('done'))}
      note={<span className={styles.quiet}>Left blank, a general text is shown.</span>}
      frame={({ form }) => (
        <SetupPage step="prices">
          <NetworkPrices network={network} firstDay={today()} onUnsaved={setUnsaved} />
          {form}
          <div role="alert">
            {isAsked && isUnsaved && (
              <p className={styles.unsaved}>The price above isn’t saved yet. Choose Save price, or clear its fields.</p>
            )}
          </div>
          <StepFoot step="prices" />
        </SetupPage>
      )}
    />
  )
}

function PeopleStep({ network }: StepProps) {
  const finish = useFinishStep('people')
  const [hasImported, setImported] = useState(false)
  const onImported = () => setImported(true)
  if (!network) return <WithoutNetwork step="people" />
  return (
    <SetupPage step="people">
      <ImportTable
        kind="members"
        onImported={onImported}
        texts={{
          title: 'People',
          what: `Each person is sent an invitation. In the column network, write ${network.network.slug}. People who already have an account or an open invitation are skipped.`,
          made: 'invited',
          fileName: 'members',
          act: 'Invite',
        }}
      />
      <ArchiveImport networks={[network.network]} onImported={onImported} />
      <StepFoot step="people" finish={finish} skips={!hasImported} note="Both are also on the Imports desk." />
    </SetupPage>
  )
}

function InvitationsStep({ network }: StepProps) {
  const steps = useQuery(setupQuery).data?.setup_steps ?? []
  const { data, isError, refetch } = useQuery(ownInvitationsQuery)
  if (!network) return <WithoutNetwork step="invitations" />
  return (
    <SetupPage step="invitations">
      {isError && !data && (
        <StatePage title="We couldn’t load your invitations" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && (
        <div className={styles.invitations}>
          <NominateForm networks={data.networks} isStaff />
          <p className={styles.about}>
            Without a mail server, the email stays in the{' '}
            <a className={styles.link} href="/staff/outbox">
              outbox
            </a>
            . Open it there and copy its link.
          </p>
          <Named invitations={data.invitations} />
        </div>
      )}
      <Opening steps={steps} />
    </SetupPage>
  )
}
