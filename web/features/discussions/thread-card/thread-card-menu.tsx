import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import {
  IconBell,
  IconBellOff,
  IconChecks,
  IconEye,
  IconEyeOff,
  IconLink,
  IconUser,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { threads } from '#api/operations.ts'
import { threadPath } from '#shared/discussions.ts'
import { copyAddress } from '#web/features/discussions/queries/copy-link.ts'
import type { FeedPage, FeedPages } from '#web/features/discussions/queries/discussions.queries.ts'
import styles from '#web/features/discussions/thread-card/ThreadCardMenu.module.css'
import { follow, hide, markAllRead, mute, threadStateQuery } from '#web/features/discussions/queries/reading.queries.ts'
import { menuItemClass, menuDividerClass } from '#web/kit/overlay/Menu.tsx'
import { navigateTo } from '#web/platform/navigation/navigation.ts'

const GAP_PX = 6

/** Opens the actions menu of a feed entry next to its button. */
export function openThreadCardMenu(button: HTMLElement, client: QueryClient): void {
  const item = entryOf(client, Number(button.dataset['more']))
  if (!item) return
  const holder = document.createElement('div')
  holder.popover = 'auto'
  holder.className = styles.menu!
  // Insert next to the button, so that it belongs to the landmark of its entry; as a popover it renders on top.
  button.after(holder)
  const root = createRoot(holder)
  holder.addEventListener('toggle', ({ newState }) => {
    if (newState === 'open') return
    if (holder.contains(document.activeElement) || document.activeElement === document.body) button.focus()
    root.unmount()
    holder.remove()
  })
  root.render(
    <QueryClientProvider client={client}>
      <EntryMenu
        item={item}
        client={client}
        onClose={() => holder.hidePopover()}
        onReady={() => place(holder, button)}
      />
    </QueryClientProvider>,
  )
}

function entryOf(client: QueryClient, threadId: number): FeedPage['items'][number] | undefined {
  return client
    .getQueriesData<FeedPages>({ queryKey: [threads.name] })
    .flatMap(([, feed]) => feed?.pages.flatMap(({ items }) => items) ?? [])
    .find(({ thread }) => thread.id === threadId)
}

/** Positions the menu below the button, or above it if there is no room. */
function place(holder: HTMLElement, button: HTMLElement): void {
  if (holder.matches(':popover-open')) return
  holder.showPopover()
  const at = button.getBoundingClientRect()
  const { width, height } = holder.getBoundingClientRect()
  const below = at.bottom + GAP_PX
  holder.style.top = `${below + height > innerHeight ? Math.max(GAP_PX, at.top - height - GAP_PX) : below}px`
  holder.style.left = `${Math.max(GAP_PX, at.right - width)}px`
  holder.querySelector<HTMLElement>('[role=menuitem]')?.focus()
}

interface Props {
  item: FeedPage['items'][number]
  client: QueryClient
  onClose: () => void
  onReady: () => void
}

function EntryMenu({ item: { thread, author }, client, onClose, onReady }: Props) {
  const { data } = useQuery({ ...threadStateQuery(thread.id), staleTime: 0 })
  const isFollowed = data?.thread?.is_followed ?? false
  const isMuted = data?.thread?.is_muted ?? false
  const isHidden = data?.thread?.is_hidden ?? false
  const acts = [
    {
      label: isFollowed ? 'Unfollow' : 'Follow',
      Icon: isFollowed ? IconBellOff : IconBell,
      run: () => void follow(client, thread.id, !isFollowed),
    },
    {
      label: isMuted ? 'Unmute' : 'Mute',
      Icon: isMuted ? IconVolume : IconVolumeOff,
      run: () => void mute(client, thread.id, !isMuted),
    },
    {
      label: isHidden ? 'Show in my feed' : 'Hide from my feed',
      Icon: isHidden ? IconEye : IconEyeOff,
      run: () => void hide(client, thread.id, !isHidden),
    },
    { label: 'Copy link', Icon: IconLink, run: () => void copyAddress(threadPath(thread.id)) },
    { label: `All posts by ${author.name}`, Icon: IconUser, run: () => navigateTo(`/feed?by=${author.id}`) },
  ]
  return (
    <div
      ref={(menu) => void (menu && onReady())}
      role="menu"
      aria-label={`More actions for ${thread.topic}`}
      onKeyDown={move}
    >
      {acts.map(({ label, Icon, run }) => (
        <Item key={label} onClick={() => [onClose(), run()]}>
          <Icon aria-hidden="true" />
          {label}
        </Item>
      ))}
      <hr className={menuDividerClass} />
      <Item onClick={() => [onClose(), void markAllRead(client)]}>
        <IconChecks aria-hidden="true" />
        Mark all read
      </Item>
    </div>
  )
}

const Item = (props: { onClick: () => void; children: ReactNode }) => (
  <button type="button" role="menuitem" className={menuItemClass} {...props} />
)

function move(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  all[next % all.length]?.focus()
}
