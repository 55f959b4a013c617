import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RotateCalendarToken } from '#api/operations.ts'
import { calendarFeedPath, eventPath } from '#shared/events.ts'
import { timeOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { dayNumber, shortMonth } from '#shared/kit/zoned.ts'
import { longDay } from '#web/features/events/event-times.ts'
import { attendedQuery, videosQuery } from '#web/features/events/events.queries.ts'
import { RequestMaterial } from '#web/features/events/RequestMaterial.tsx'
import { VideoRow } from '#web/features/events/MaterialRows.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import styles from '#web/features/events/Events.module.css'

const SHOWN = 3
const TOKEN_BYTES = 32

export function EventsSide({ zone }: { zone: string }) {
  return (
    <>
      <Attended zone={zone} />
      <YourCalendar />
      <RecordedLately zone={zone} />
      <SideNote title="Missing something?">
        <p className={styles.note}>
          Tell us which event’s slides or recording you need. <RequestMaterial />
        </p>
      </SideNote>
    </>
  )
}

function Attended({ zone }: { zone: string }) {
  const events = useQuery(attendedQuery).data?.attended_events ?? []
  if (events.length === 0) return null
  return (
    <SideNote title="You’re attending">
      <ul>
        {events.slice(0, SHOWN).map(({ id, title, start_date, registration }) => (
          <li key={id} className={styles.sideEvent}>
            <p className={styles.sideDay}>
              <b>{dayNumber(start_date, zone)}</b>
              <span>{shortMonth(start_date, zone)}</span>
            </p>
            <div>
              <h3 className={styles.sideTitle}>
                <Link to={eventPath(id)}>{title}</Link>
              </h3>
              <p className={styles.facts}>
                {registration?.place_in_line
                  ? `Number ${registration.place_in_line} on the waiting list`
                  : `${longDay(start_date, zone)}, ${timeOf(start_date, zone)}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </SideNote>
  )
}

/** 256 random bits as text. They leave this device once, and the server keeps only their hash. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The member's calendar address. It can be shown only when it is made. */
export function YourCalendar() {
  const feed = useQuery(attendedQuery).data?.calendar_feed
  const [address, setAddress] = useState<string>()
  const { run, isPending } = useCommand(
    async () => {
      const token = newToken()
      await execute(RotateCalendarToken, { token })
      return `${location.origin}${calendarFeedPath(token)}`
    },
    { invalidate: [attendedQuery.queryKey], onSuccess: setAddress },
  )
  return (
    <SideNote title="Your calendar">
      <p className={styles.note}>
        {feed
          ? 'Your calendar address is active. Renewing it ends the earlier one.'
          : 'Events you may see appear in your own calendar by a private address.'}
      </p>
      <Button aria-disabled={isPending} onClick={() => void run()}>
        {feed ? 'Renew address' : 'Create address'}
      </Button>
      {address && <Address address={address} onClose={() => setAddress(undefined)} />}
    </SideNote>
  )
}

const Address = ({ address, onClose }: { address: string; onClose: () => void }) => (
  <Dialog labelledBy="address-title" onClose={onClose}>
    {(close) => (
      <>
        <h2 id="address-title" className="t-section">
          Your calendar address
        </h2>
        <p className={styles.note}>
          Add it to your calendar as a subscription. Anyone who has this address can see your events, and it’s shown
          only now.
        </p>
        <p className={styles.address}>
          <code>{address}</code>
        </p>
        <p className={styles.acts}>
          <Button
            look="filled"
            onClick={() =>
              void navigator.clipboard.writeText(address).then(
                () => toast.success('Address copied'),
                () => toast.info('We couldn’t copy the address. Select it instead.'),
              )
            }
          >
            Copy address
          </Button>
          <Button onClick={close}>Close</Button>
        </p>
      </>
    )}
  </Dialog>
)

function RecordedLately({ zone }: { zone: string }) {
  const videos = useInfiniteQuery(videosQuery({})).data?.pages[0]?.items ?? []
  if (videos.length === 0) return null
  return (
    <SideNote title="Recorded lately">
      <ul>
        {videos.slice(0, SHOWN).map((line) => (
          <VideoRow key={line.id} line={{ ...line, thumbnail_url: null }} zone={zone} />
        ))}
      </ul>
      <Link to={ROUTES.events} search={{ view: 'videos' } as never} className={styles.link}>
        All videos
      </Link>
    </SideNote>
  )
}
