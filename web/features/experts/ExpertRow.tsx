import { expertPath, standingInWords, type ExpertType } from '#shared/experts.ts'
import { counted } from '#shared/kit/text.ts'
import type { ExpertEntry, ExpertLine } from '#web/features/experts/experts.queries.ts'
import { kindOf, monthOf, priceInWords } from '#web/features/experts/expert-texts.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/experts/Experts.module.css'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { openInFront } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'

const AREAS_SHOWN = 3

interface MarkProps {
  expert: { id: number; name: string; type: ExpertType; company: { logo_url: string | null } | null }
  size?: 36 | 44 | 96
}
/** Round for people, who have no picture; square for firms and software, with the company's logo if there is one. */
export const ExpertMark = ({ expert: { id, name, type, company }, size = 44 }: MarkProps) =>
  type === 'individual' ? (
    <Monogram id={id} name={name} size={size} />
  ) : (
    <Monogram id={id} name={name} size={size} shape="firm" pictureUrl={company?.logo_url ?? null} />
  )

interface Props {
  expert: ExpertEntry
  /** True in search results: the link then carries the search context, so that the page can link back to the search. */
  isFound: boolean
}

/** One expert of the directory: name, recommenders and the latest recommendation. */
export function ExpertRow({ expert, isFound }: Props) {
  const { time_zone } = useUser()
  const { standing, areas_of_expertise: areas, geographies, price } = expert
  const last = standing?.last_recommended_at
  const [voice] = expert.recommendations.items
  const facts = [
    areas
      .slice(0, AREAS_SHOWN)
      .map(({ name }) => name)
      .join(', '),
    geographies.map(({ name }) => name).join(', '),
    priceInWords(price),
  ].filter(Boolean)
  return (
    <li className={styles.row}>
      <ExpertMark expert={expert} />
      <div className={styles.about}>
        <h2 className={styles.name}>
          <Link
            to={expertPath(expert.id, isFound ? { s: 'experts', sid: String(expert.id) } : {})}
            onClick={openInFront}
          >
            {expert.name}
          </Link>
        </h2>
        <p>{kindOf(expert)}</p>
        {standing && standing.num_of_members > 0 && (
          <p>{standingInWords(standing, last ? monthOf(last, time_zone) : null, expert.type)}.</p>
        )}
        {standing?.num_of_members === 0 && expert.mention_count > 0 && (
          <p>Mentioned in {counted(expert.mention_count, 'discussion post')}.</p>
        )}
        {facts.length > 0 && <p className={styles.facts}>{facts.join(' · ')}</p>}
        {voice && <p className={`t-quote ${styles.voice}`}>{voice.cleaned_message}</p>}
        {voice && <p className={styles.facts}>{voice.author.name}</p>}
      </div>
      <ButtonLink href={`${expertPath(expert.id)}#recommend`} aria-label={`Recommend ${expert.name}`}>
        Recommend
      </ButtonLink>
    </li>
  )
}

/** An expert in a short list. */
export function ExpertItem({ expert, isFound = false }: { expert: ExpertLine; isFound?: boolean }) {
  return (
    <li className={styles.item}>
      <ExpertMark expert={expert} size={36} />
      <div>
        <Link
          to={expertPath(expert.id, isFound ? { s: 'experts', sid: String(expert.id) } : {})}
          className={styles.itemName}
        >
          {expert.name}
        </Link>
        <p className={styles.facts}>{kindOf(expert)}</p>
      </div>
    </li>
  )
}
