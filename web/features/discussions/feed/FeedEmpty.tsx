import { isFiltered, type FeedSearch, type Kind } from '#web/features/discussions/feed/feed-search.ts'
import { Button } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'

const EMPTY: Record<Kind | 'all', { title: string; text: string }> = {
  all: {
    title: 'No discussions yet',
    text: 'Questions from members of your networks appear here. Be the first to ask.',
  },
  discussion: {
    title: 'No discussions yet',
    text: 'Questions from members of your networks appear here. Be the first to ask.',
  },
  recommendation: {
    title: 'No requests for recommendations yet',
    text: 'When a member is looking for a firm or an expert, the request appears here.',
  },
  document: {
    title: 'No document requests yet',
    text: 'When a member asks for a template or precedent, the request appears here.',
  },
  poll: { title: 'No polls yet', text: 'When a member posts a poll, it appears here.' },
}

/** Empty states of the feed. Loaded on demand. */
export default function FeedEmpty({ search, onClear }: { search: FeedSearch; onClear: () => void }) {
  if (search.show === 'hidden') {
    return (
      <StatePage
        title="You haven’t hidden anything"
        actions={
          <Button look="filled" onClick={onClear}>
            Show all discussions
          </Button>
        }
      >
        <p>Discussions you hide appear here. Use a discussion’s menu to show it again.</p>
      </StatePage>
    )
  }
  if (isFiltered(search)) {
    return (
      <StatePage
        title="No results"
        actions={
          <Button look="filled" onClick={onClear}>
            Show all discussions
          </Button>
        }
      >
        <p>
          {search.search
            ? `No discussions contain “${search.search}” with these filters. `
            : 'No discussions match these filters. '}
          Try fewer words or filters.
        </p>
      </StatePage>
    )
  }
  const { title, text } = EMPTY[search.kind ?? 'all']
  const start = (
    <Button look="filled" onClick={() => document.getElementById('start-a-discussion')?.click()}>
      Start a discussion
    </Button>
  )
  return (
    <StatePage title={title} actions={start}>
      <p>{text}</p>
    </StatePage>
  )
}
