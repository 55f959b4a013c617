import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const recommendationRequests: ThreadSeed[] = [
  {
    by: 'ben',
    network: 'legal',
    at: '6d 13:40',
    type: 'recommendation_request',
    likes: 3,
    topic: 'Contract review software that does not send our paper anywhere',
    text: `Two lawyers, forty inbound agreements a week, and a security team that asks where every comma is stored. I want redlines against our own playbook and nothing trained on our paper. What do you use and would you buy it again?`,
    areas: ['Legal operations', 'Artificial intelligence'],
    replies: [
      re(
        'tessa',
        `We tried four. The one we kept runs in our own cloud, and their engineer drew the diagram for our security team in the first call instead of promising a white paper.`,
        { likes: 8, id: 't', experts: ['clausewright'] },
      ),
      re(
        'hannah',
        `Same here. And something to put the signed ones in, or you will be reviewing the same contract again in three years.`,
        { likes: 5, experts: ['clausewright', 'paperloom'] },
      ),
      re('grace', `Paperloom for the shelf. Ask about export first; theirs was honest.`, {
        likes: 4,
        experts: ['paperloom'],
      }),
      privateComposers(
        'yael',
        `Ask Clausewright for the semiconductor reference, which is us. I will say there what I would not write here about tables.`,
        { experts: ['clausewright'] },
      ),
      re('ben', `Trial starts on Monday. @{tessa} the diagram was worth it alone.`, { to: 't', likes: 6 }),
    ],
  },
  {
    by: 'paula',
    network: 'legal',
    at: '16d 09:05',
    type: 'recommendation_request',
    topic: 'Employment counsel for a closure in three countries at once',
    text: `Hamburg, Lyon and Gdańsk, one announcement, one day. I need one person who holds the calendar and three who know their courts.`,
    areas: ['Employment', 'Outside counsel'],
    geographies: ['Germany', 'European Union'],
    replies: [
      re(
        'matthias',
        `Birgit Halm held ours. The works council said afterwards that she had been fair, which I have framed.`,
        { likes: 9, experts: ['halm', 'halmfirm'] },
      ),
      re('camille', `Birgit for the calendar. In Lyon I would ask her whom she trusts and then do that.`, {
        likes: 6,
        experts: ['halm'],
      }),
      re('lukasz', `For Gdańsk they use Tobe Okoye’s team from Warsaw now. Quick, and plain in Polish.`, {
        likes: 5,
        experts: ['okoye', 'halmfirm'],
      }),
      re('astrid', `Halm & Partners. Four countries, one day, no leak.`, { likes: 7, experts: ['halmfirm'] }),
    ],
  },
  {
    by: 'julia',
    network: 'finance',
    at: '9d 08:15',
    type: 'recommendation_request',
    topic: 'An auditor for a company that has outgrown its first one',
    text: `Ninety million in revenue, two subsidiaries, grants from three states. Our auditor is kind and late. Who behaves as though you were their largest client?`,
    areas: ['Audit and controls'],
    geographies: ['Germany'],
    replies: [
      re('patrick', `Sandoval. You get the partner who signs, and she has read the file.`, {
        likes: 8,
        experts: ['sandoval', 'sandovalfirm'],
      }),
      re('isabel', `Pilar Sandoval herself, for the first year at least.`, { likes: 5, experts: ['sandoval'] }),
      re(
        'beatrice',
        `Whoever it is, put the reconciliations in order before they come. We did it with a tool and a Welshman; both are named below.`,
        { likes: 7, experts: ['ledgerline', 'northmoor'] },
      ),
      re('keisha', `Seconding the tool.`, { likes: 2, experts: ['ledgerline'] }),
    ],
  },
  {
    by: 'sanjay',
    network: 'executive',
    at: '12d 06:20',
    type: 'recommendation_request',
    topic: 'Search firm for a chief financial officer who will disagree with me',
    text: `The last one agreed with everything for six years. I should like to be contradicted at a fair price. Whom did you trust with a search where the founder is part of the problem?`,
    areas: ['Succession and talent'],
    replies: [
      re('robert', `Philippa Grove. She contradicted me in the first meeting, so you may save the candidate.`, {
        likes: 12,
        experts: ['ashgrove', 'ashgrovefirm'],
      }),
      re('patrick', `Ashgrove. They told us the salary was wrong before they took the mandate.`, {
        likes: 6,
        experts: ['ashgrovefirm'],
      }),
      re(
        'lucia',
        `And a moderator for the first quarter. Ambassador Rahimi did that for us and was dull in the best way.`,
        {
          likes: 4,
          experts: ['rahimi'],
        },
      ),
    ],
  },
  {
    by: 'susan',
    network: 'thesuite',
    at: '26d 10:30',
    type: 'recommendation_request',
    topic: 'A board portal that a director of eighty will open',
    text: `He reads everything, on paper, with a ruler. He has agreed to try one application and I get one attempt.`,
    areas: ['Board and governance'],
    replies: [
      re('bronwyn', `Boardfold. It opens at the page where he left it, and that is all he will ever need.`, {
        likes: 9,
        experts: ['boardfold'],
      }),
      re(
        'siobhan',
        `The same, with a pen that works on glass. Edmund Birchall showed ours how; he is good with rulers.`,
        {
          likes: 8,
          experts: ['boardfold', 'birchall'],
        },
      ),
      re('susan', `He has opened it. He has complained about page nine. It is a success.`, { likes: 14 }),
    ],
  },
]
