import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const theSuiteThreads: ThreadSeed[] = [
  {
    by: 'susan',
    network: 'thesuite',
    at: '240m',
    likes: 5,
    topic: 'The chief executive has stopped asking me for advice',
    text: `Six years together, two of them hard, always a call on Sunday evening. The calls stopped in September. Results are good. He is perfectly polite. My fellow directors see nothing. Am I a chair with too much time, or is this what it looks like from the outside when something is coming?`,
    areas: ['Board and governance', 'Succession and talent'],
    replies: [
      re(
        'robert',
        `From the other chair: when I stopped calling mine I had an offer and did not want to lie to her on a Sunday. Ask him plainly. I would have been relieved.`,
        { likes: 9, after: 0.6 },
      ),
      re(
        'miriam',
        `Or he has been told that he relies on you too much, perhaps by a coach. Also happened. Still, ask.`,
        { likes: 5, after: 0.5, id: 'm' },
      ),
      privateComposers(
        'margaret',
        `Susan, I have seen this from a finance seat, and it was the forecast. The calls stopped when he stopped believing the second half. Look at who prepares your numbers and when you last spoke to them alone.`,
        { after: 0.5 },
      ),
      re(
        'susan',
        `I shall call him this Sunday. It had not occurred to me in two months that the telephone works in both directions.`,
        { likes: 12, after: 0.7 },
      ),
    ],
  },
  {
    by: 'robert',
    network: 'thesuite',
    at: '1d 12:40',
    topic: 'A patient owner has become impatient. Anyone through a change of generation?',
    text: `The family foundation has held us for sixty years. The new chair of the foundation is thirty-four, very able, and has asked for "optionality". My board hears a sale. I hear a question nobody has explained to him how to ask.`,
    areas: ['Board and governance', 'Corporate and M&A'],
    replies: [
      re(
        'anneliese',
        `I was the thirty-four-year-old. What I wanted was a map: what could be sold, what could not, what each would cost people. Once I had the map I did not want to sell. Draw it for him before a bank does.`,
        { likes: 14, id: 'a' },
      ),
      re(
        'marcus',
        `And let him see it without you in the room for an hour. A map with the guide standing on it is a sales pitch.`,
        { likes: 10 },
      ),
      re(
        'robert',
        `@{anneliese} would you speak with him? He has met a great many advisers and no one who has sat where he sits.`,
        { to: 'a' },
      ),
      re(
        'anneliese',
        `With pleasure. In Munich, with a walk through the old foundry. It concentrates the mind on optionality.`,
        { to: 'a', likes: 8 },
      ),
    ],
  },
  {
    by: 'miriam',
    network: 'thesuite',
    at: '5d 15:00',
    likes: 6,
    topic: 'Director on four boards. All four chairs think that the other three should ask her to step down',
    text: `I act for the investor behind two of the four. She is excellent at one, absent at one, and nobody will say which. Has anyone managed this with grace?`,
    areas: ['Board and governance'],
    replies: [
      re(
        'susan',
        `I was her, with five. My oldest friend said: "choose two before they choose for you". It was an unpleasant lunch and a great kindness. Find the oldest friend.`,
        { likes: 17, id: 's' },
      ),
      re('william', `Publish attendance and preparation, for all, every year. She will see the column first.`, {
        likes: 8,
      }),
      re('miriam', `The friend turns out to be Margaret. Who is, of course, here.`, { to: 's', likes: 6 }),
      re('margaret', `Lunch is booked. I am not looking forward to it.`, { to: 's', likes: 11 }),
    ],
  },
  {
    by: 'camille',
    network: 'thesuite',
    at: '10d 09:50',
    topic: 'When the general counsel disagrees with the board and the board is within its rights',
    text: `Not illegal. Not even unwise, on the numbers. Simply beneath us, in my view: closing the small accounts of elderly customers with one letter. I said so once, it is minuted. I am asked to prepare the letter.

I am not looking for permission to resign. I want to know what you do on the second day.`,
    areas: ['Compliance and ethics', 'Board and governance'],
    likes: 11,
    replies: [
      re(
        'siobhan',
        `Write the letter as if your mother were to receive it, and bring that draft. I did. The measure survived, but with a telephone number, six months instead of one, and a branch that stayed open on Tuesdays.`,
        { likes: 16, id: 's' },
      ),
      re(
        'bronwyn',
        `In my former life we saw such letters afterwards. Ask the board to read it aloud before it is sent. Once, in the room. I know of two that were never sent.`,
        { likes: 18 },
      ),
      re(
        'paula',
        `I disagree a little with both. The draft is not the place to fight a decision; it is fair to the board to do it well and to say: I have done it well, and I would still not send it.`,
        { likes: 9, id: 'p' },
      ),
      re(
        'camille',
        `I did all three, in that order. It was read aloud by the director who had proposed it. He stopped at the second paragraph. We are keeping the accounts above eighty years of age, and writing a better letter to the rest.`,
        { likes: 24, after: 150 },
      ),
      privateComposers(
        'marcus',
        `Camille, that second day is the job. I have kept your post where I can find it again.`,
      ),
    ],
  },
  {
    by: 'marcus',
    network: 'thesuite',
    at: '16d 13:15',
    likes: 4,
    topic: 'Activist with two per cent and a good slide deck',
    text: `Page nine is right. We all know that page nine is right; we have discussed it for two years. My bankers recommend to "engage". My chief executive recommends to wait for him to get bored. What do you do when the unwelcome person is correct about something?`,
    areas: ['Investor relations', 'Board and governance'],
    replies: [
      re(
        'susan',
        `Do page nine. Announce it as yours, since it is, and thank nobody. Then engage about the remaining pages, which I suppose are nonsense.`,
        { likes: 14 },
      ),
      re(
        'robert',
        `We did it nearly so but thanked him, in one sentence. He dined out on that and left us alone. A sentence is cheap.`,
        { likes: 12 },
      ),
      re('marcus', `They are not all nonsense, Susan. Page fourteen has something too. But one page at a time.`, {
        likes: 9,
      }),
    ],
  },
  {
    by: 'anneliese',
    network: 'thesuite',
    at: '21d 08:20',
    type: 'recommendation_request',
    topic: 'Someone to moderate a family council. Not a consultant, not a priest',
    text: `Eleven cousins, four countries, one factory. We need a person who can be disliked equally by all.`,
    replies: [
      privateComposers(
        'fatima',
        `There is a retired ambassador who did this for a family I know well. Three meetings, no slides. They all dislike him and still invite him to weddings.`,
      ),
      re(
        'paula',
        `A retired labour judge. They have listened to worse than cousins and are used to a building where everyone leaves a little unhappy.`,
        { likes: 9 },
      ),
      re('anneliese', `I shall meet both. Disliked by all within the hour is now the written criterion.`, {
        likes: 11,
      }),
    ],
  },
  {
    by: 'fatima',
    network: 'thesuite',
    at: '30d 06:10',
    topic: 'How do you prepare for a meeting with a minister when nothing may be written down?',
    text: `Concession extension, my team sends me a note of nine pages each time and I cannot take it in. One of you must have a method that is not "have a better memory".`,
    replies: [
      re('adaeze', `Three things I want, two I can give, one I will not. On my hand if necessary. It washes off.`, {
        likes: 13,
      }),
      re(
        'siobhan',
        `And straight after, in the car, dictate a note to file to your counsel. What was said, what was not, who was there. You will be glad of it in year six.`,
        { likes: 12 },
      ),
      re('layla', `From her general counsel, who is in the car: please do.`, { likes: 16 }),
    ],
  },
  {
    by: 'william',
    network: 'thesuite',
    also: ['finance'],
    at: '39d 10:20',
    likes: 5,
    topic: 'What I got wrong in three refinancings, for anyone who is about to do a first',
    text: `One. I negotiated the margin and not the definitions. The margin moved by a tenth; the definition of "net debt" cost us a dividend.

Two. I let the banks choose the agent. The agent is the one you call on a Saturday. Choose the person.

Three. I told the board that it was done when it was signed. It was done when the money arrived, nine days later, after a condition precedent that depended on a notary's holiday.

Please add yours. I am retiring in the spring and should like to leave a list.`,
    areas: ['Debt and covenants'],
    replies: [
      re(
        'patrick',
        `Four: I gave the same model to five banks and five banks found five different errors. Have one person break it first, for money.`,
        { likes: 15 },
      ),
      re(
        'margaret',
        `Five: information undertakings. I promised monthly accounts in twenty days since it sounded reasonable. It was unreasonable each month for seven years.`,
        { likes: 18 },
      ),
      re('samuel', `Six: I forgot to be grateful to the bank that said no. They were the first to come back.`, {
        likes: 11,
      }),
      re('isabel', `Seven: interest-rate swaps with the lender, "for convenience", priced for convenience. Theirs.`, {
        likes: 13,
      }),
      re('william', `Thank you. Seven is a good number to retire on.`, { likes: 20, after: 50 }),
    ],
  },
  {
    by: 'adaeze',
    network: 'thesuite',
    at: '46d 07:45',
    topic: 'Being recognised',
    text: `Since the licence hearing I am recognised in shops, and twice it was not friendly. The security adviser proposes a driver and a different school run. My husband proposes a hat. Did any of you decide how much of an ordinary life to keep, before it was decided for you?`,
    likes: 7,
    replies: [
      re(
        'susan',
        `Driver for a year, ordinary school run, and no photograph of the children anywhere. The year ends, people forget faces. The photographs stay.`,
        { likes: 10 },
      ),
      re(
        'fatima',
        `Keep one place where you are only a customer and do not let anyone secure it. For me it is a baker.`,
        { likes: 15 },
      ),
      re('adaeze', `A fish stall, then. Thank you both. The hat has been declined.`, { likes: 13 }),
    ],
  },
  {
    by: 'paula',
    network: 'thesuite',
    at: '57d 12:30',
    topic: 'Succession for a general counsel: who is allowed to know that I am thinking of it?',
    text: `I am fifty-three and well. I would like to stop at fifty-eight and have somebody ready at fifty-six. If I tell my chief executive, I am leaving; if I tell my deputy, she is waiting; and if I tell nobody, I am irreplaceable, which is a vice.`,
    areas: ['Succession and talent'],
    likes: 8,
    replies: [
      re(
        'camille',
        `I told the chair of the nomination committee, not the chief executive, as part of the yearly talk about all functions. It became a plan for a role, with dates, instead of a rumour about a person.`,
        { likes: 13, id: 'c' },
      ),
      re(
        'marcus',
        `And give the deputy the board for one topic, permanently. She need not know why. The board will work it out and start to be comfortable.`,
        { likes: 11 },
      ),
      re(
        'paula',
        `@{camille} this is the sentence I needed: a plan for a role. It is on the agenda for January, between two dull items.`,
        { to: 'c', likes: 9, after: 100 },
      ),
      re(
        'robert',
        `For what it is worth, as a chief executive I would prefer to be told. But I recognise that I am not the one who decides when I stop hearing the rest.`,
        { likes: 7 },
      ),
    ],
  },
]
