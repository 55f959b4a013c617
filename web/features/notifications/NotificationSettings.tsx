import { CheckboxField, RadioGroup } from '#web/kit/forms/Choice.tsx'
import { useQuery } from '@tanstack/react-query'
import type { GetNotificationPreferencesQuery } from '#api/operations.ts'
import {
  CHOSEN_TYPES,
  DAILY_HOUR,
  KIND_LABELS,
  NOTIFICATION_WAYS,
  type NotificationTiming,
  type NotificationType,
  type NotificationWay,
  type Ways,
} from '#shared/notifications.ts'
import { Button } from '#web/kit/Button.tsx'
import { Checkbox, SelectMenu } from '#web/kit/forms/Controls.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { ChatSetting } from './ChatSetting.tsx'
import { mutedQuery, preferencesQuery, useKeepPreferences, useMute } from './notifications.queries.ts'
import styles from './NotificationSettings.module.css'
import { PushSetting } from './PushSetting.tsx'

type Preferences = GetNotificationPreferencesQuery['notification_preferences']
type Keep = ReturnType<typeof useKeepPreferences>['run']
interface Props {
  preferences: Preferences
  keep: Keep
}

const WAY_LABELS: Record<NotificationWay, string> = { in_app: 'In app', email: 'Email', push: 'Push' }
/** "10:00 PM". */
const clock = (hour: number) => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`

const TIMINGS: Record<NotificationTiming, string> = {
  immediate: 'Right away, unless you read it within two minutes',
  hourly: 'Hourly',
  daily: `Daily at ${clock(DAILY_HOUR)}`,
}
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const QUIET = { from: 22, until: 7 }

/** Notification settings: kinds, channels, timing, and muted discussions. */
export function NotificationSettings() {
  const { data, isError, refetch } = useQuery(preferencesQuery)
  const { run: keep } = useKeepPreferences()
  if (isError)
    return (
      <StatePage title="We couldn’t load these settings" again={refetch}>
        Nothing has changed. Your notification settings are the same as before.
      </StatePage>
    )
  if (!data) return <Skeleton width="most" />
  const props = { preferences: data.notification_preferences, keep }
  return (
    <>
      <Kinds {...props} />
      <ChatSetting kinds={props.preferences.kinds as Record<NotificationType, Ways>} keep={keep} />
      <Timing {...props} />
      <QuietHours {...props} />
      <PushSetting hasContent={props.preferences.push_content} keep={keep} />
      <Muted />
    </>
  )
}

function Kinds({ preferences, keep }: Props) {
  const kinds = preferences.kinds as Record<NotificationType, Ways>
  return (
    <table className={styles.kinds}>
      <caption className={styles.lead}>
        We send email and push only for things you haven’t read. They never include the text of a private reply.
      </caption>
      <thead>
        <tr>
          <td />
          {NOTIFICATION_WAYS.map((way) => (
            <th key={way} scope="col">
              {WAY_LABELS[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {CHOSEN_TYPES.map((type) => (
          <tr key={type}>
            <th scope="row">
              {KIND_LABELS[type].label}
              <span className={styles.what}>{KIND_LABELS[type].what}</span>
            </th>
            {NOTIFICATION_WAYS.map((way) => (
              <td key={way}>
                <Checkbox
                  label={`${KIND_LABELS[type].label}: ${WAY_LABELS[way]}`}
                  hidesLabel
                  className={styles.tick}
                  checked={kinds[type][way]}
                  onChange={({ target }) => void keep({ kinds: { [type]: { [way]: target.checked } } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Timing = ({ preferences, keep }: Props) => (
  <RadioGroup
    label="Email frequency"
    className={styles.group}
    name="notification-timing"
    options={(Object.keys(TIMINGS) as NotificationTiming[]).map((value) => ({ value, label: TIMINGS[value] }))}
    value={preferences.timing}
    onChange={({ target }) => void keep({ timing: target.value as NotificationTiming })}
  />
)

function QuietHours({ preferences: { quiet_from, quiet_until, time_zone }, keep }: Props) {
  const isOn = quiet_from !== null && quiet_until !== null
  return (
    <fieldset className={styles.group}>
      <legend>Quiet hours</legend>
      <CheckboxField
        label={`Pause email and push during these hours (${time_zone.replaceAll('_', ' ')})`}
        checked={isOn}
        onChange={({ target }) =>
          void keep({
            quiet_from: target.checked ? QUIET.from : null,
            quiet_until: target.checked ? QUIET.until : null,
          })
        }
      />
      {isOn && (
        <p className={styles.hours}>
          <Hour
            label="From"
            value={quiet_from}
            without={quiet_until}
            choose={(hour) => void keep({ quiet_from: hour, quiet_until })}
          />
          <Hour
            label="to"
            value={quiet_until}
            without={quiet_from}
            choose={(hour) => void keep({ quiet_from, quiet_until: hour })}
          />
        </p>
      )}
    </fieldset>
  )
}

interface HourProps {
  label: string
  value: number
  without: number
  choose: (hour: number) => void
}

const Hour = ({ label, value, without, choose }: HourProps) => (
  <SelectMenu
    label={label}
    className={styles.hour}
    value={value}
    options={HOURS.filter((hour) => hour !== without).map((hour) => ({ value: hour, label: clock(hour) }))}
    onChange={(hour) => choose(Number(hour))}
  />
)

function Muted() {
  const { data } = useQuery(mutedQuery)
  const { run, isPending } = useMute()
  const muted = data?.muted_threads ?? []
  if (muted.length === 0) return null
  return (
    <section className={styles.group} aria-labelledby="muted-title">
      <h3 id="muted-title" className={styles.legend}>
        Muted discussions
      </h3>
      <ul>
        {muted.map(({ thread_id, topic }) => (
          <li key={thread_id} className={styles.muted}>
            <span className={styles.topic}>{topic}</span>
            <Button
              disabled={isPending}
              aria-label={`Unmute ${topic}`}
              onClick={() => void run({ thread_id, muted: false })}
            >
              Unmute
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
