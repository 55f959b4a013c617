import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { AnonymousMark } from '#web/kit/AnonymousMark.tsx'
import { Monogram, type MonogramProps } from '#web/kit/Monogram.tsx'

interface Props {
  person: { id: number; name: string; profile_thumbnail_url?: string | null; is_online?: boolean }
  size?: MonogramProps['size']
}

/** A member's portrait, or a monogram without one. Anonymous authors have a separate mark. */
export function Avatar({ person, size }: Props) {
  if (person.id === ANONYMOUS_USER_ID) return <AnonymousMark {...(size && { size })} />
  return (
    <Monogram
      id={person.id}
      name={person.name}
      {...(size && { size })}
      pictureUrl={person.profile_thumbnail_url ?? null}
      isOnline={person.is_online ?? false}
    />
  )
}
