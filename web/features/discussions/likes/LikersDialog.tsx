import { QueryClientProvider, useInfiniteQuery, type QueryClient } from '@tanstack/react-query'
import { GetLikes } from '#api/operations.ts'
import { personLine } from '#shared/people.ts'
import { LIKERS_PAGE } from '#shared/reading.ts'
import styles from '#web/features/discussions/likes/LikersDialog.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'
import { LoadMore } from '#web/kit/list/LoadMore.tsx'
import { openDialog } from '#web/kit/overlay/open-dialog.tsx'
import { execute } from '#web/platform/api/operations.ts'

export const openLikers = (client: QueryClient, messageId: number) =>
  openDialog({
    title: 'Members who agree',
    children: (
      <QueryClientProvider client={client}>
        <Likers messageId={messageId} />
      </QueryClientProvider>
    ),
  })

function Likers({ messageId }: { messageId: number }) {
  const query = useInfiniteQuery({
    queryKey: [GetLikes.name, messageId],
    queryFn: ({ pageParam, signal }) =>
      execute(
        GetLikes,
        { entity_type: 'message', entity_id: messageId, limit: LIKERS_PAGE, offset: pageParam },
        { signal },
      ),
    initialPageParam: 0,
    staleTime: 0,
    getNextPageParam: ({ getLikes }, pages) =>
      getLikes.items.length > 0 && pages.length * LIKERS_PAGE < getLikes.count ? pages.length * LIKERS_PAGE : undefined,
  })
  const { data, isError, refetch } = query
  if (isError && !data)
    return (
      <div className={styles.state} role="alert">
        <p>We couldn’t load this list.</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    )
  const people = data?.pages.flatMap(({ getLikes }) => getLikes.items)
  if (people?.length === 0) return <p className={styles.state}>No one agrees with this yet.</p>
  return (
    <>
      <ul aria-busy={!people}>
        {people?.map((person) => (
          <li key={person.id} className={styles.person}>
            <Avatar person={person} size={36} />
            <div>
              <PersonLink person={person} className={styles.name} />
              <p className={styles.post}>{personLine(person)}</p>
            </div>
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  )
}
