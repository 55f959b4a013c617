import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { LikeEntity } from '#api/operations.ts'
import { standingInWords } from '#shared/experts.ts'
import { externalFaviconPath } from '#shared/kit/links.ts'
import { kindOf, monthOf, priceInWords, votesInWords } from '#web/features/experts/expert-words.ts'
import { ExpertMark } from '#web/features/experts/ExpertRow.tsx'
import { profileQuery, type ExpertView } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { Button } from '#web/kit/Button.tsx'
import { track } from '#web/platform/analytics.ts'
import { sayRefusal } from '#web/platform/failures.ts'
import { execute } from '#web/platform/operations.ts'
import { useUser } from '#web/platform/session.ts'

interface Props {
  expert: ExpertView
  /** Null while the form is open: one filled button per view. */
  onRecommend: (() => void) | null
}

/** Who it is, why it stands where it stands, and one's own vote. */
export function ExpertHead({ expert, onRecommend }: Props) {
  const { time_zone } = useUser()
  const { standing, company } = expert
  const last = standing?.last_recommended_at
  const words = standing && standingInWords(standing, last ? monthOf(last, time_zone) : null, expert.type)
  return (
    <header className={styles.head}>
      <ExpertMark expert={expert} size={96} />
      <div className={styles.about}>
        <h1 className="t-profile-name">{expert.name}</h1>
        <p>
          {kindOf(expert)}
          {company &&
            company.company_types.length > 0 &&
            `. ${company.company_types.map(({ name }) => name).join(', ')}`}
        </p>
        {company?.tag_line && <p className="t-honour">{company.tag_line}</p>}
        {company?.about && <p className={`t-reply ${styles.text}`}>{company.about}</p>}
        <Facts expert={expert} />
        <p className={styles.standing}>
          {words ?? 'Nobody whom you can read has recommended it yet'}.{' '}
          {expert.mention_count > 0 &&
            `Named in ${expert.mention_count === 1 ? 'one post' : `${expert.mention_count} posts`} of discussions that you can read.`}
        </p>
        <details className={styles.why}>
          <summary>How this decides the order</summary>
          <p>
            Members of one company count once, through the weightiest of them. Half of a recommendation is forgotten
            after two years. Members who work with the expert, and those who joined within a year, weigh less. What is
            said within one quarter weighs less than one full voice together. Votes and mentions do not count.
          </p>
        </details>
        <div className={styles.acts}>
          {onRecommend && (
            <Button look="filled" onClick={onRecommend}>
              Recommend
            </Button>
          )}
          <Votes expert={expert} />
        </div>
      </div>
    </header>
  )
}

function Facts({ expert }: { expert: ExpertView }) {
  const { geographies, areas_of_expertise: areas, price, company } = expert
  const rows: [string, string | null][] = [
    ['Recommended for', areas.map(({ name }) => name).join(', ') || null],
    ['Works in', geographies.map(({ name }) => name).join(', ') || null],
    ['Prices', priceInWords(price)?.replace(' prices', '') ?? null],
  ]
  return (
    <dl className={styles.factList}>
      {rows.map(
        ([label, said]) =>
          said && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{said}</dd>
            </div>
          ),
      )}
      {company?.website && (
        <div>
          <dt>Website</dt>
          <dd>
            <a className={styles.website} href={company.website} target="_blank" rel="noopener noreferrer nofollow">
              <img src={externalFaviconPath(company.website)} alt="" width={20} height={20} />
              {company.website.replace(/^https?:\/\/(www\.)?/, '')}
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}

type Votable = Pick<ExpertView, 'id' | 'name' | 'vote' | 'num_of_upvotes' | 'num_of_downvotes'>

const voted = (expert: Votable, next: boolean | null): Omit<Votable, 'id' | 'name'> => ({
  vote: next,
  num_of_upvotes: expert.num_of_upvotes + Number(next === true) - Number(expert.vote === true),
  num_of_downvotes: expert.num_of_downvotes + Number(next === false) - Number(expert.vote === false),
})

/** A vote for or against; the same again takes it back. Shown at once, corrected when it is refused. */
function Votes({ expert }: { expert: Votable }) {
  const client = useQueryClient()
  const { queryKey } = profileQuery(expert.id)
  const set = (vote: Omit<Votable, 'id' | 'name'>) =>
    client.setQueryData(queryKey, (known) =>
      known?.expert_profile ? { expert_profile: { ...known.expert_profile, ...vote } } : known,
    )
  const vote = async (chosen: boolean) => {
    const sentiment = expert.vote === chosen ? null : chosen
    set(voted(expert, sentiment))
    try {
      await execute(LikeEntity, { likes: [{ entity_type: 'expert', entity_id: expert.id, sentiment }] })
      void track('upvote', { entity_type: 'expert', entity_id: expert.id, sentiment })
    } catch (error) {
      set({ vote: expert.vote, num_of_upvotes: expert.num_of_upvotes, num_of_downvotes: expert.num_of_downvotes })
      sayRefusal(error)
    }
  }
  return (
    <div className={styles.votes} role="group" aria-label={`Your vote on ${expert.name}`}>
      <button
        type="button"
        aria-pressed={expert.vote === true}
        aria-label="Vote for"
        title="Vote for"
        onClick={() => void vote(true)}
      >
        <IconThumbUp size={18} stroke={1.6} aria-hidden />
      </button>
      <button
        type="button"
        aria-pressed={expert.vote === false}
        aria-label="Vote against"
        title="Vote against"
        onClick={() => void vote(false)}
      >
        <IconThumbDown size={18} stroke={1.6} aria-hidden />
      </button>
      <span role="status">{votesInWords(expert.num_of_upvotes, expert.num_of_downvotes)}</span>
    </div>
  )
}
