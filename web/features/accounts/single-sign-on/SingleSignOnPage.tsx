import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/kit/text.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { DELETE } from '#web/platform/api/http.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import { NewProviderForm, ProviderForm } from '#web/features/accounts/single-sign-on/ProviderForm.tsx'
import { providersQuery, type ProviderRow } from '#web/features/accounts/single-sign-on/single-sign-on.queries.ts'
import styles from './SingleSignOnPage.module.css'

/** Owners keep the identity providers that may sign in members of a network. */
export function SingleSignOnPage() {
  const { data, isError, refetch } = useQuery(providersQuery)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <StaffPage
      title="Single sign-on"
      lede="Members of a network can sign in with their association’s or company’s account, by OpenID Connect. The first time, each member confirms it with a code that we send them. Staff, and members of other networks as well, always use their password."
    >
      {isError && !data && (
        <StatePage title="We couldn’t load the providers" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!data && !isError && <Skeleton width="most" />}
      {data && (
        <>
          {data.providers.length === 0 && <p className={styles.empty}>No providers yet.</p>}
          <ul>
            {data.providers.map((provider) => (
              <li key={provider.id} className={styles.row}>
                <Provider provider={provider} />
              </li>
            ))}
          </ul>
          {isOpen ? (
            <NewProviderForm
              networks={data.networks}
              close={close}
              done={() => {
                close()
                void client.invalidateQueries({ queryKey: providersQuery.queryKey })
              }}
            />
          ) : (
            <Button className={styles.below} onClick={() => setOpen(true)}>
              Add a provider
            </Button>
          )}
        </>
      )}
    </StaffPage>
  )
}

function stateOf({ enabled, client_id, has_secret, num_of_members }: ProviderRow): string {
  const members = `${counted(num_of_members, 'member')} connected`
  if (enabled) return `On, ${members}`
  return client_id === '' || !has_secret ? 'Off: needs a client ID and a client secret' : `Off, ${members}`
}

function Provider({ provider }: { provider: ProviderRow }) {
  const [opened, setOpened] = useState<'form' | 'remove'>()
  const client = useQueryClient()
  const close = () => setOpened(undefined)
  const { name, network, issuer, redirect_uri, enabled } = provider
  return (
    <>
      <p className={styles.name}>{name}</p>
      <p className={`t-meta ${styles.facts}`}>
        {network}. {issuer}. {stateOf(provider)}.
      </p>
      {opened === 'form' && (
        <>
          <Address
            label="Redirect address"
            hint="Register it with the provider, which then gives you a client ID and a client secret."
            value={redirect_uri}
          />
          {enabled && (
            <Address
              label="Sign-in link"
              hint="For a portal or an intranet: it leads through the provider to the community."
              value={redirect_uri.replace(/\/callback$/, '')}
            />
          )}
          <ProviderForm
            provider={provider}
            close={close}
            done={() => {
              close()
              void client.invalidateQueries({ queryKey: providersQuery.queryKey })
            }}
          />
        </>
      )}
      {opened === 'remove' && <Remove provider={provider} close={close} />}
      {opened === undefined && (
        <div className={styles.acts}>
          <Button aria-label={`Edit ${name}`} onClick={() => setOpened('form')}>
            Edit
          </Button>
          <Button aria-label={`Remove ${name}`} onClick={() => setOpened('remove')}>
            Remove
          </Button>
        </div>
      )}
    </>
  )
}

const Address = (text: { label: string; hint: string; value: string }) => (
  <div className={styles.address}>
    <Field {...text} readOnly autoComplete="off" onFocus={(event) => event.target.select()} />
  </div>
)

function Remove({ provider: { id, name }, close }: { provider: ProviderRow; close: () => void }) {
  const { run, isPending } = useCommand(
    async () => {
      const [, error] = await DELETE(`/staff/single-sign-on/${id}`)
      if (error) throw error
    },
    {
      invalidate: [providersQuery.queryKey],
      success: 'Provider removed',
      messages: { title: 'Nothing was changed' },
    },
  )
  return (
    <ConfirmForm
      question={`Members can no longer sign in with ${name}. They use their password. Anyone who is signed in stays signed in.`}
      confirm="Remove provider"
      isPending={isPending}
      onConfirm={() => void run()}
      onCancel={close}
    />
  )
}
