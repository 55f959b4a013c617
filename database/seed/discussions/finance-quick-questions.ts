import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const financeQuickQuestions: ThreadSeed[] = [
  {
    by: 'lauren',
    network: 'finance',
    at: '1d 15:20',
    likes: 4,
    topic: 'Usage-based contracts with a minimum: what do you call the difference?',
    text: `Customers commit to a yearly minimum and mostly use less until month eight, then more. Sales calls the unused part "breakage", the customer calls it "our credit", and the contract is silent, which I suppose makes it mine to name.

Do you recognise the minimum evenly, or by usage with a true-up? And have you let a customer roll it over without the auditors noticing before you did?`,
    areas: ['Revenue recognition', 'Pricing'],
    replies: [
      re(
        'sofia',
        `By usage, with the expected shortfall spread in proportion, reviewed each quarter. But **the contract must say that unused amounts expire**. Ours did not, for eleven customers, and I learned this from customer number twelve.`,
        { likes: 9, id: 's' },
      ),
      re(
        'keisha',
        `Roll-overs: yes, and they noticed. A roll-over by mail from the account manager is a contract modification however friendly the mail. Ask sales for a list before you ask them for an opinion.`,
        { likes: 12, id: 'k' },
      ),
      re('lauren', `@{keisha} the list has nineteen entries. I had asked for it as a formality.`, {
        to: 'k',
        likes: 8,
      }),
      re(
        'arjun',
        `For planning rather than accounting: we forecast the usage and show the minimum as a floor line. The board then sees how much of the year is promise and how much is habit.`,
        { likes: 6 },
      ),
      privateComposers(
        'sofia',
        `Lauren, nineteen is fewer than ours were. I have the memo we wrote and the letter we sent to customers. Neither is elegant. Yours if useful.`,
        { to: 'k' },
      ),
    ],
  },
  {
    by: 'nadia',
    network: 'finance',
    at: '4d 06:45',
    topic: 'Bank asks for a personal visit to update signatories. In person. In three countries',
    text: `Two directors have changed. The bank wants all remaining ones to appear with passports at the branches where the accounts were opened. One of the branches has closed.`,
    areas: ['Treasury'],
    geographies: ['Middle East'],
    replies: [
      re(
        'omar',
        `Ask which branch _inherited_ the file. There is always one, and always one person there who knows. Bring pastries; I am entirely serious.`,
        { likes: 14, id: 'o' },
      ),
      re(
        'hiroshi',
        `We keep a calendar of signatories with the end of each term, and start the change before the election of the successor. It offends the candidates slightly.`,
        { likes: 7 },
      ),
      re(
        'nadia',
        `@{omar} found her. She retires in December. We now have eleven accounts to update by December, and a standing order with a bakery.`,
        { to: 'o', likes: 16 },
      ),
    ],
  },
  {
    by: 'margaret',
    network: 'finance',
    at: '6d 11:30',
    likes: 10,
    topic: 'What an audit committee member reads first, since several of you asked',
    text: `After the thread on the failed control I received nine private questions of the same kind, so here is one public answer. I have chaired one audit committee for five years and sit on another. This is what I do when a pack arrives, in order. It takes me about three hours.

First I look for what is missing. I keep the contents page of the last four quarters and lay them side by side. When a topic disappears without a decision, I write down its name. In five years this has been the most productive habit I have.

Then I read the auditor's list of uncorrected differences. Not the total, which is always small, but the direction. Seven small differences which all lean the same way are one large opinion.

Third, judgements. I want to see what you chose, what you did _not_ choose, and how far apart the two would be. If the paper has only the answer, I ask for the other answer. A CFO who has it in a drawer is a good CFO. A CFO who has to think about it is a human one. A CFO who says that there was no alternative gets a second meeting.

Fourth, the internal audit follow-up: open points by age and not by colour. Anything older than a year belongs to a named executive, and I ask that executive and not the auditor.

Fifth, I look for a person. Some quarters there is somebody in finance whose name is on everything. That is a risk no matter how good they are, and they are usually very good, and tired.

Only then do I read the results. By that time I know what to look for in them.

Three requests, if you will allow them:

- number the pages across the whole pack, so that we can all be on the same one
- put what you are worried about in the first two pages, in your own words
- tell the chair before the meeting what you would not like to be asked, and why

The last one sounds naive. I have never used such a thing against anybody, and it has twice allowed me to make sure that a question was asked in the right room.`,
    areas: ['Audit and controls', 'Board and governance'],
    replies: [
      re(
        'keisha',
        `Printed, and on the wall of the close room. "Seven small differences which all lean the same way are one large opinion" is underlined, by two different people.`,
        { likes: 19 },
      ),
      re(
        'daniel',
        `The fifth point. In every company that I was called to there had been such a person, and she had left six weeks before.`,
        { likes: 22, id: 'd' },
      ),
      re('beatrice', `I believe that I am the fifth point. I am taking Friday off.`, { to: 'd', likes: 27 }),
      re(
        'patrick',
        `One respectful disagreement. I would not tell the chair what I do not want to be asked. I would ask to be asked. It is the same conversation and I keep my dignity.`,
        { likes: 13, id: 'p' },
      ),
      re('margaret', `Patrick, accepted, and better put. Beatrice, well done.`, { to: 'p', likes: 11 }),
    ],
  },
  {
    by: 'tyler',
    network: 'finance',
    at: '10d 14:15',
    type: 'poll',
    topic: 'Poll: who owns the cash forecast in your company?',
    text: `Thirteen weeks, direct method. I ask because ours has three parents and no home.`,
    areas: ['Treasury', 'Budgeting and forecasting'],
    replies: [
      re('simone', `Treasury, with one rule: whoever moves a payment date tells treasury before the supplier.`, {
        likes: 12,
      }),
      re('andre', `Whoever was asked last. It was me.`, { likes: 18 }),
      re(
        'ulrike',
        `Treasury owns the number, sales owns the receipts line by name. Before the names were on it, receipts were always "on Friday".`,
        { likes: 9, id: 'u' },
      ),
      re('tyler', `Names on lines as of Monday. It was remarkable how many Fridays moved to the Tuesday after.`, {
        to: 'u',
        likes: 10,
      }),
    ],
  },
  {
    by: 'julia',
    network: 'finance',
    at: '15d 09:30',
    topic: 'Investor wants monthly reporting in their template. It has 340 cells',
    text: `They own 11 %. Everyone else is happy with four pages. If I fill it in, I will do so for ever. If I refuse, I am "not transparent", said with a sad face.`,
    areas: ['Investor relations'],
    geographies: ['Germany'],
    replies: [
      re(
        'lauren',
        `Offer your four pages and a data export with a key from your lines to theirs. Their analyst can build it in an afternoon and then it is theirs to maintain.`,
        { likes: 13, id: 'l' },
      ),
      re(
        'daniel',
        `Ask which cells were used in their last investment committee. I have asked three funds. The record is nine.`,
        { likes: 15 },
      ),
      re(
        'julia',
        `Six. They have kindly deleted the rest "for now". @{lauren} the key goes out with next month's pages anyway.`,
        { to: 'l', likes: 11, after: 50 },
      ),
    ],
  },
  {
    by: 'renata',
    network: 'finance',
    also: ['legal'],
    at: '22d 08:05',
    likes: 3,
    topic: 'Intercompany agreements: written in 2011, lived quite differently since',
    text: `Transfer pricing documentation is fine, the contracts behind it are not. The distributor "bears market risk" on paper and has not borne any since a reorganisation in 2017. An audit is announced for spring. Do I rewrite with effect from now, with effect from 2017, or describe what happened and leave the paper alone?`,
    areas: ['Tax', 'Commercial contracts'],
    geographies: ['Poland', 'European Union'],
    replies: [
      re(
        'lukasz',
        `As your own lawyer, two floors up: from now, and with a recital saying since when it has been lived so. Nobody backdates anything in this building. Come for coffee.`,
        { likes: 17 },
      ),
      re(
        'beatrice',
        `We did the recital. The examiner read it aloud, nodded, and asked for the 2017 board paper. So find the board paper first.`,
        { likes: 11, id: 'b' },
      ),
      re('renata', `Board paper found. It says the opposite, but in a draft. Coffee at three, @{lukasz}.`, {
        to: 'b',
        likes: 9,
      }),
    ],
  },
]
