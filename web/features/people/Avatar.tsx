import { Monogram, type MonogramProps } from '#web/kit/Monogram.tsx'

interface Props {
  person: { id: number; name: string; profile_thumbnail_url?: string | null; is_online?: boolean }
  size?: MonogramProps['size']
}

/** A member's portrait, or the monogram where there is none. */
export function Avatar({ person, size }: Props) {
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
