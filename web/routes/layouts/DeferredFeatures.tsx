import { useEffect } from 'react'
import { lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { watchGestures } from '#web/platform/app/touch-gestures.ts'
import { watchTopMargin } from '#web/platform/app/top-margin.ts'
import { watchPages } from '#web/platform/navigation/recent-pages.ts'
import { clearOfflineCache } from '#web/platform/storage/clear-offline-cache.ts'
import { readString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS, bookmarkOutboxKey, replyOutboxKey } from '#web/platform/storage/storage-keys.ts'
import { useUser } from '#web/platform/session/session.ts'
// Its rules are global.
import './DeferredFeatures.module.css'

const QueueNotice = lazyOrNothing(() => import('#web/platform/shell/QueueNotice.tsx'))
const PullToRefresh = lazyOrNothing(() => import('#web/platform/shell/PullToRefresh.tsx'))
const Tours = lazyOrNothing(() => import('#web/features/onboarding/guides/Tours.tsx'))
const Outbox = lazyOrNothing(() => import('#web/features/discussions/reply/ResumeOutbox.tsx'))
const BookmarkOutbox = lazyOrNothing(() => import('#web/features/bookmarks/outbox/ResumeBookmarks.tsx'))

/** Parts of the main layout that can load after the first view. */
export default function DeferredFeatures() {
  const { id } = useUser()
  useEffect(watchPages, [])
  useEffect(watchTopMargin, [])
  useEffect(watchGestures, [])
  useEffect(() => {
    // The offline cache belongs to another member, so clear it.
    if (readString(STORAGE_KEYS.offline) !== String(id)) clearOfflineCache()
  }, [id])
  return (
    <>
      {readString(replyOutboxKey(id)) !== null && <Outbox />}
      {readString(bookmarkOutboxKey(id)) !== null && <BookmarkOutbox />}
      <QueueNotice />
      <PullToRefresh />
      <Tours />
    </>
  )
}
