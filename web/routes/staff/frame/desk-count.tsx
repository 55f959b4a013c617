import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'

const AT_MOST = 99
const AGAIN_MS = 60_000

/** A component that shows how much is waiting at a desk; nothing until it is known, and while it is 0. */
export const deskCount = <Answer, Key extends QueryKey>(
  query: UseQueryOptions<Answer, Error, Answer, Key>,
  countOf: (answer: Answer) => number | undefined,
) =>
  function DeskCount({ className }: { className: string | undefined }) {
    const { data } = useQuery({ ...query, refetchInterval: AGAIN_MS })
    const count = data === undefined ? 0 : (countOf(data) ?? 0)
    if (count === 0) return null
    return (
      <span className={className}>
        {count > AT_MOST ? `${AT_MOST}+` : count}
        <span className="visually-hidden"> waiting</span>
      </span>
    )
  }
