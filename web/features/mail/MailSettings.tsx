/** Discussion emails by network, without words, and what to do when an address refused them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ResumeMail, UpdateMailChoice, UpdateMailWords } from '#api/operations.ts'
import { ANONYMOUS_PREFIX, type MailPreference } from '#shared/mail.ts'
import { ROUTES } from '#shared/routes.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { SelectField } from '#web/kit/forms/Field.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { usePageProps } from '#web/platform/page-props.ts'
import { hasFeature } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'
import {
  mailSettingsQuery,
  PREFERENCE_LABELS,
  type MailNetwork,
  type MailSettings as Settings,
} from './mail.queries.ts'
import styles from './Mail.module.css'

const GENERAL = 'general'

/** What the server answered replaces what was shown. */
function useKeepSettings() {
  const client = useQueryClient()
  return (mail_settings: Settings) => client.setQueryData(mailSettingsQuery.queryKey, { mail_settings })
}

export function MailSettings() {
  const settings = useQuery(mailSettingsQuery).data?.mail_settings
  if (!settings) return null
  return (
    <>
      {settings.paused_at && <Paused reason={settings.pause_reason} />}
      {settings.networks.map((network) => (
        <NetworkChoice key={network.peer_network.id} network={network} />
      ))}
      <Words withoutWords={settings.without_words} />
      <Link to={ROUTES.profileMail} className={styles.more}>
        Mail you sent
      </Link>
    </>
  )
}

function Paused({ reason }: { reason: Settings['pause_reason'] }) {
  const keep = useKeepSettings()
  const resume = useCommand(ResumeMail, {
    onSuccess: ({ resumeMail }) => keep(resumeMail),
    success: 'Discussion emails are on again',
  })
  return (
    <div className={styles.paused} role="alert">
      <p>
        {reason === 'complaint'
          ? 'Discussion emails are paused: one of them was reported as spam from your mailbox.'
          : 'Discussion emails are paused: your address refused several of them. Check it, then turn them on again.'}
      </p>
      <Button disabled={resume.isPending} onClick={() => void resume.run({})}>
        Turn on again
      </Button>
    </div>
  )
}

function NetworkChoice({ network }: { network: MailNetwork }) {
  const keep = useKeepSettings()
  const { mailDomain } = usePageProps()
  const { peer_network, local_part, choice, preference } = network
  const address = `${local_part}@${mailDomain}`
  const canHideName = hasFeature(useUser(), 'anonymous_posts')
  const choose = useCommand(UpdateMailChoice, {
    onSuccess: ({ updateMailChoice }) => keep(updateMailChoice),
    success: 'Saved',
  })
  // The general choice is "none": it outweighs this one.
  const isOutweighed = preference === 'none' && choice !== 'none' && choice !== null
  return (
    <div className={styles.network}>
      <SelectField
        label={peer_network.display_name}
        value={choice ?? GENERAL}
        disabled={choose.isPending}
        hint={
          isOutweighed
            ? 'You get none, because you chose None above.'
            : `Start a discussion by email: ${address}${canHideName ? `. Draft one without your name: ${ANONYMOUS_PREFIX}${address}` : ''}`
        }
        onChange={({ target: { value } }) =>
          void choose.run({
            peer_network_id: peer_network.id,
            choice: value === GENERAL ? null : (value as MailPreference),
          })
        }
      >
        <option value={GENERAL}>{`As above (${PREFERENCE_LABELS[preference].toLowerCase()})`}</option>
        {Object.entries(PREFERENCE_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function Words({ withoutWords }: { withoutWords: boolean }) {
  const keep = useKeepSettings()
  const [isOn, setIsOn] = useState(withoutWords)
  const change = useCommand(UpdateMailWords, {
    optimistic: (_, { without_words }) => {
      setIsOn(without_words)
      return () => setIsOn(!without_words)
    },
    onSuccess: ({ updateMailWords }) => keep(updateMailWords),
  })
  return (
    <CheckboxField
      label="Leave the words out of emails"
      hint="Emails only say that there is something new. You read it here."
      checked={isOn}
      onChange={({ target }) => void change.run({ without_words: target.checked })}
    />
  )
}
