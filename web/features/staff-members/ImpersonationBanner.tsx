/** On every page while staff view the community as a member: as whom, until when, and how to stop. */
import { useEffect, useRef } from 'react'
import { EndImpersonation } from '#api/operations.ts'
import { timeOf } from '#shared/kit/dates.ts'
import type { PageProps } from '#shared/pages.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { Button } from '#web/kit/Button.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from './ImpersonationBanner.module.css'

/** Nothing of what was shown stays in the page's memory. */
const backToDesk = (id: number) => location.assign(`${STAFF_ROUTES.members}/${id}`)

export default function ImpersonationBanner({ member, until }: NonNullable<PageProps['impersonation']>) {
  const { run, isPending } = useCommand(EndImpersonation, { onSuccess: () => backToDesk(member.id) })
  useEffect(() => {
    const timer = setTimeout(() => backToDesk(member.id), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [member.id, until])
  const banner = useRef<HTMLElement>(null)
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      // The page begins below it.
      document.body.style.marginTop = `${banner.current?.offsetHeight ?? 0}px`
    })
    observer.observe(banner.current!)
    return () => observer.disconnect()
  }, [])
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <aside ref={banner} aria-label="Viewing as a member" className={styles.banner}>
      <p>
        Viewing with the networks and access of <strong>{member.name}</strong> until {timeOf(until, timeZone)}. Private
        replies, chats and settings are your own. Nothing can be changed.
      </p>
      <Button disabled={isPending} onClick={() => void run({})}>
        Stop viewing
      </Button>
    </aside>
  )
}
