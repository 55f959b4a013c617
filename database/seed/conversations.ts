/**
 * Private conversations of the demo, written for the demo accounts, so that each of them has an active conversation.
 */
import type { GroupType } from '#shared/inbox.ts'

export interface ChatMessageSeed {
  by: string
  text: string
  pinned?: boolean
  /** An earlier message of the same conversation, counted from one. */
  answers?: number
}

export interface ConversationSeed {
  type: GroupType
  name?: string
  /** The first member started the conversation and is its admin. */
  members: readonly string[]
  invited?: readonly string[]
  /** Age of the last message in minutes. */
  last: number
  /** Minutes between two messages. */
  pace: number
  said: readonly ChatMessageSeed[]
  welcome?: string
  archived?: boolean
  /** Number of unread messages at the end, by member. */
  unread?: Readonly<Record<string, number>>
  favorites?: readonly string[]
  muted?: readonly string[]
}

export const conversations: readonly ConversationSeed[] = [
  {
    type: 'one_to_one',
    members: ['priya', 'helen'],
    last: 18,
    pace: 7,
    unread: { helen: 2 },
    said: [
      { by: 'priya', text: 'Do you have ten minutes this week? I would rather ask you than the whole network.' },
      { by: 'helen', text: 'Of course. Thursday after four, or write it here if it fits into a paragraph.' },
      {
        by: 'priya',
        text: 'It fits. Our largest customer wants a most-favoured-customer clause on price, without an end date. My chief executive wants to sign on Friday.',
      },
      {
        by: 'helen',
        text: 'We gave one in 2021 and spent two years reporting on it. Two things helped: same volume and same term as the condition, and an end after eighteen months.',
      },
      {
        by: 'helen',
        text: 'And nobody but finance should own the reporting. It ended up with us because nobody had asked.',
      },
      {
        by: 'priya',
        text: 'The volume condition is what I was missing. May I use your wording if I take the numbers out?',
        answers: 4,
      },
      { by: 'priya', text: 'I am with him at three. I will tell you how it went.' },
    ],
  },
  {
    type: 'small_group_chat',
    name: 'Renewals and notice periods',
    members: ['helen', 'marcus', 'camille', 'dana', 'johanna'],
    last: 95,
    pace: 41,
    favorites: ['helen'],
    unread: { marcus: 3, helen: 1 },
    welcome: 'Five of us compare how we keep track of renewals. Clauses yes, counterparties no.',
    said: [
      {
        by: 'helen',
        text: 'I began this because three of us asked the same thing within a week. Everybody says how they keep track of notice periods, then we compare.',
        pinned: true,
      },
      {
        by: 'dana',
        text: 'A spreadsheet, a calendar and a colleague with a very good memory. The colleague retires in June.',
      },
      {
        by: 'marcus',
        text: 'We put the date into the purchase order. Procurement cannot renew without touching it, and that is the point.',
      },
      {
        by: 'camille',
        text: 'Who owns the date when the contract has no order? Leases, partnerships, the things that never pass procurement?',
      },
      { by: 'marcus', text: 'Us, and we do it badly.', answers: 4 },
      {
        by: 'johanna',
        text: 'We ask the business owner twice a year for a yes or a no, by name. What gets no answer is not renewed. It took one unpleasant year.',
      },
      { by: 'helen', text: 'I like the unpleasant year. @{johanna} would you share the text of that question?' },
      {
        by: 'johanna',
        text: 'Here it is, more or less: “This renews on the date below for the amount below. Answer by the first of the month. Without an answer we give notice.”',
        pinned: true,
      },
      { by: 'dana', text: 'Short. I would have written a page.' },
    ],
  },
  {
    type: 'large_group_chat',
    name: 'London evenings',
    members: ['siobhan', 'helen', 'marcus', 'oliver', 'victoria', 'grace', 'noor', 'george', 'hannah', 'nathan'],
    last: 60 * 26,
    pace: 180,
    muted: ['helen'],
    welcome: 'For members who are in London on the second Tuesday of the month. No vendors, no minutes.',
    said: [
      { by: 'siobhan', text: 'Second Tuesday again, same table, seven o’clock. I have booked for ten.', pinned: true },
      { by: 'oliver', text: 'In. I will be ten minutes late, as always.' },
      { by: 'victoria', text: 'In, and I bring the question about litigation funders.' },
      {
        by: 'noor',
        text: 'Not this time. Would somebody write down the name of the e-discovery firm we talked about in May?',
      },
      {
        by: 'george',
        text: 'It was not a firm but two people who left one. I send you their names separately.',
        answers: 4,
      },
      { by: 'nathan', text: 'May somebody on trial come along?' },
      { by: 'siobhan', text: 'Somebody on trial must come along. That is what the evenings are for.', answers: 6 },
    ],
  },
  {
    type: 'internal_circles',
    name: 'Circle: privacy leads',
    members: ['ruth', 'helen', 'camille', 'lukasz', 'yael', 'matthias', 'tessa'],
    last: 60 * 50,
    pace: 300,
    welcome:
      'A circle opened by Counterpart for those who answer for privacy. What is said here is not quoted, inside or outside.',
    said: [
      {
        by: 'ruth',
        text: 'Welcome to the circle. I opened it at the wish of several of you and keep the list; otherwise I stay out of the way.',
      },
      {
        by: 'lukasz',
        text: 'Then the first question: who has had a regulator ask for the training data of a vendor, and what did you hand over?',
      },
      {
        by: 'yael',
        text: 'We had. We handed over the contract, the vendor’s answers and a list of what we did not know. The list went down best.',
      },
      {
        by: 'matthias',
        text: 'The same here. They were milder about gaps than about confident sentences.',
        answers: 3,
      },
      { by: 'camille', text: 'I will try the list. It is also the shorter document.' },
    ],
  },
  {
    type: 'small_group_chat',
    name: 'Offsite, last year',
    members: ['helen', 'dana', 'grace'],
    last: 60 * 24 * 190,
    pace: 90,
    archived: true,
    said: [
      { by: 'helen', text: 'Train at 8:12, coach four. I have the tickets.' },
      { by: 'grace', text: 'I come from the other side and meet you there.' },
      { by: 'dana', text: 'Thank you both. I have rarely got so much done in a day without a slide.' },
    ],
  },
  {
    type: 'one_to_one',
    members: ['helen', 'tomas'],
    last: 60 * 5,
    pace: 22,
    unread: { tomas: 1 },
    said: [
      {
        by: 'helen',
        text: 'Welcome. I saw that you have joined this week; I run a team of about your size and am glad to be asked things.',
      },
      { by: 'tomas', text: 'Thank you. For now I read and try to understand who answers what.' },
      { by: 'helen', text: 'That is how most begin. Your first question will be answered faster than you think.' },
    ],
  },
  {
    type: 'one_to_one',
    members: ['siobhan', 'marcus'],
    last: 60 * 3,
    pace: 15,
    unread: { marcus: 1 },
    said: [
      { by: 'siobhan', text: 'You mentioned a barrister for regulatory interviews. Would you use her again?' },
      { by: 'marcus', text: 'Without hesitation. She prepares people to say less, which is the whole art.' },
      { by: 'siobhan', text: 'I will call her. Thank you.' },
    ],
  },
  {
    type: 'small_group_chat',
    name: 'Before the board',
    members: ['camille', 'marcus', 'miriam', 'paula', 'bronwyn'],
    last: 60 * 9,
    pace: 55,
    favorites: ['marcus'],
    said: [
      {
        by: 'camille',
        text: 'Board in eleven days. I rewrite the risk paper every quarter and every quarter nobody reads page four. What stands on yours?',
      },
      { by: 'bronwyn', text: 'There is no page four. One page, three risks, what changed, what we want from them.' },
      {
        by: 'miriam',
        text: 'We have a second page that is only figures and that nobody may speak about unless asked. It is asked for every time.',
      },
      { by: 'marcus', text: 'I would pay for that second page.', answers: 3 },
      { by: 'paula', text: 'The chair should see it a week earlier. Surprises on paper are still surprises.' },
    ],
  },
  {
    type: 'one_to_one',
    members: ['margaret', 'samuel'],
    last: 32,
    pace: 9,
    unread: { samuel: 2 },
    said: [
      { by: 'samuel', text: 'Your bank agreed to take leases out of the covenant, did it not?' },
      { by: 'margaret', text: 'It did, in the second round. The first answer was a polite no.' },
      { by: 'samuel', text: 'What changed their mind?' },
      { by: 'margaret', text: 'A table of five peers who had it already. Public documents, all of them.' },
      {
        by: 'margaret',
        text: 'I send you the list of where they stand. You will have to read the footnotes yourself.',
      },
    ],
  },
  {
    type: 'small_group_chat',
    name: 'Covenant season',
    members: ['samuel', 'sofia', 'patrick', 'julia', 'andre'],
    last: 60 * 7,
    pace: 48,
    favorites: ['samuel'],
    welcome: 'Four borrowers and a former lender talk about the next three months.',
    said: [
      {
        by: 'samuel',
        text: 'Two quarters with thin headroom ahead. Who has talked to their lenders already, and how early is too early?',
        pinned: true,
      },
      {
        by: 'julia',
        text: 'Six weeks before the test date. Earlier they ask for a forecast you do not have, later they ask why you waited.',
      },
      { by: 'patrick', text: 'From the other side of that table: come with the remedy, not with the problem.' },
      {
        by: 'andre',
        text: 'And let the treasurer speak. When it is only the chief financial officer, they think it is worse.',
      },
      {
        by: 'sofia',
        text: 'We did it in writing first. They could not be surprised in the meeting, and nor could we.',
      },
    ],
  },
  {
    type: 'one_to_one',
    members: ['robert', 'ingrid'],
    last: 41,
    pace: 12,
    unread: { ingrid: 1 },
    said: [
      { by: 'ingrid', text: 'You closed two depots in one year. Did you tell both sites on the same day?' },
      {
        by: 'robert',
        text: 'Same hour. The second site would have known by lunch, and would have been right to mind.',
      },
      { by: 'ingrid', text: 'And the customers?' },
      { by: 'robert', text: 'The twenty largest by telephone, the same afternoon. I made eleven of the calls.' },
    ],
  },
  {
    type: 'small_group_chat',
    name: 'Operating reviews',
    members: ['ingrid', 'henrik', 'catherine', 'graham', 'lucia'],
    last: 60 * 20,
    pace: 65,
    favorites: ['ingrid'],
    said: [
      {
        by: 'ingrid',
        text: 'Our monthly review has grown to four hours and forty slides. I want it back at ninety minutes. What did you cut?',
      },
      { by: 'catherine', text: 'Everything green. If it is on plan, it is in the file and not in the room.' },
      {
        by: 'graham',
        text: 'We send the file two days before and begin with questions. The first two times nobody had read it. The third time all had.',
      },
      { by: 'henrik', text: 'I stopped the dry runs. A review for the review was what took the hours.', pinned: true },
    ],
  },
  {
    type: 'one_to_one',
    members: ['dana', 'nathan'],
    last: 60 * 30,
    pace: 18,
    unread: { nathan: 1 },
    said: [
      { by: 'nathan', text: 'May I ask how you decided to stay after the trial?' },
      {
        by: 'dana',
        text: 'I asked one question that had cost me two weeks, and had four good answers by the evening.',
      },
      { by: 'dana', text: 'If you have such a question, ask it now and not on the last day.' },
    ],
  },
  {
    type: 'one_to_one',
    members: ['ruth', 'priya'],
    last: 60 * 28,
    pace: 20,
    unread: { ruth: 1 },
    said: [
      {
        by: 'ruth',
        text: 'Two members have asked whether you would lead the next privacy evening. I said that I would ask and not that you would.',
      },
      { by: 'priya', text: 'With pleasure, from September on.' },
    ],
  },
  {
    type: 'small_group_chat',
    name: 'AI terms with vendors',
    members: ['lukasz', 'amara', 'kenji', 'hannah'],
    invited: ['helen', 'marcus'],
    last: 60 * 4,
    pace: 30,
    welcome:
      'We collect what vendors accept in their terms about training and models, clause by clause, without names.',
    said: [
      { by: 'lukasz', text: 'Four of us, and I have asked two more. Who begins with a clause that was accepted?' },
    ],
  },
  {
    type: 'small_group_chat',
    name: 'First year in the role',
    members: ['carlos', 'elena', 'kwame'],
    invited: ['tomas', 'nathan'],
    last: 60 * 11,
    pace: 30,
    welcome: 'For those who have become general counsel within the last year and do not want to ask that in public.',
    said: [{ by: 'carlos', text: 'Three of us so far. I invite whoever joins the network new.' }],
  },
  {
    type: 'small_group_chat',
    name: 'Treasury on Fridays',
    members: ['vikram', 'lauren', 'hiroshi', 'renata'],
    invited: ['samuel'],
    last: 60 * 8,
    pace: 30,
    welcome: 'One question each Friday, answered before lunch.',
    said: [{ by: 'vikram', text: 'This week: who has moved deposits out of the house bank, and what did it say?' }],
  },
  {
    type: 'small_group_chat',
    name: 'Plants and people',
    members: ['sanjay', 'emily', 'rohan', 'peter'],
    invited: ['ingrid', 'ruth'],
    last: 60 * 13,
    pace: 30,
    welcome: 'Operations across several sites. Figures only where you may say them.',
    said: [{ by: 'sanjay', text: 'I would like to compare how we staff the night shift. Ranges are enough.' }],
  },
]
