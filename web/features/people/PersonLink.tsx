interface Props {
  person: { id: number; name: string }
  className?: string | undefined
}

/** A member's name. It becomes a link on the day that members have a page of their own. */
export function PersonLink({ person, className }: Props) {
  return <span className={className}>{person.name}</span>
}
