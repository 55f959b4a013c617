import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const financeThisMonth: ThreadSeed[] = [
  {
    by: 'samuel',
    network: 'finance',
    also: ['executive'],
    at: '108m',
    likes: 5,
    topic: 'How are you presenting AI spend to the board: opex line, programme, or allocated?',
    text: `We have four teams buying seats on their own cards and a platform contract starting in March. My audit committee wants one number. The seats are opex, the platform is partly capitalised, the people are in four cost centres, and the saving is in a fifth. Whatever I show will be wrong; I would like it to be wrong in the same way each quarter.`,
    areas: ['Budgeting and forecasting', 'Artificial intelligence'],
    replies: [
      re(
        'margaret',
        `One programme page outside the ledger: committed, spent, stopped. And "stopped" is the column they read. A programme in which nothing has ever been stopped is a hobby.`,
        { likes: 12, after: 0.3 },
      ),
      re(
        'arjun',
        `Same, plus seats by active use. Of the licences we paid for in spring, a good third had not been opened in a month. Cancelling them financed the rest of the year's experiments.`,
        { likes: 9, after: 0.3, id: 'a' },
      ),
      re('samuel', `@{arjun} who owns the cancelling, you or IT? When I ask, each says the other.`, {
        to: 'a',
        after: 0.2,
      }),
      re(
        'arjun',
        `Me, through the card. A seat not opened for thirty days loses its card line. Harsh, and one complaint so far.`,
        { to: 'a', likes: 7, after: 0.2 },
      ),
    ],
  },
  {
    by: 'sofia',
    network: 'finance',
    at: '0d 06:50',
    topic: 'Bundled virtual currency and a season pass: one performance obligation or two?',
    text: `Pass gives content for ten weeks plus a block of currency on day one. Auditors say two. Product changed the currency to drip weekly and now asks me whether that "fixes accounting". It changes more than they think. Has anyone taken the drip version through an audit?`,
    areas: ['Revenue recognition'],
    geographies: ['Nordics'],
    replies: [
      re(
        'lauren',
        `Software and not games, but we had a drip of credits. What settled it was whether credits could buy anything outside the pass. Ours could, so two, with the credits recognised on use. If yours spend only inside the pass you have a better story.`,
        { likes: 6, after: 0.5 },
      ),
      re(
        'keisha',
        `Write the memo before the next design change. The worst audit I had on this was three designs in one quarter with one memo.`,
        { likes: 8, after: 0.4, id: 'k' },
      ),
      re('sofia', `There have been two designs and the quarter has five weeks to go. Writing.`, {
        to: 'k',
        likes: 5,
        after: 0.2,
      }),
    ],
  },
  {
    by: 'patrick',
    network: 'finance',
    at: '1d 09:10',
    likes: 9,
    topic: 'Covenant reset: ask before the breach or explain after the forecast?',
    text: `Leverage test in March at 3.5 times. Forecast says 3.4, sensitivity says 3.7. One lender of five is new and nervous. My instinct is to go now, with an amendment that costs a fee we might not need to have paid. My CEO's instinct is to wait, because 3.4 is below 3.5.

What did it cost you, in money or in trust, to go early?`,
    areas: ['Debt and covenants', 'Treasury'],
    replies: [
      re(
        'daniel',
        `Early, always, and with the bad case first. I have reset eleven times for various owners. Early cost a fee. Late cost a fee, a margin step, a reporting covenant, and in one case the CFO, which is how I got that job.`,
        { likes: 17, id: 'd' },
      ),
      re(
        'simone',
        `I waited once and came in at 3.4. Nobody thanked me. The next year the same bank priced my "near miss" anyway, because they had done the sensitivity too.`,
        { likes: 13 },
      ),
      re(
        'gregor',
        `Dissent. If your sensitivity is honestly a one-in-ten case, you are buying expensive insurance and teaching lenders to expect a visit. Show them the bridge to 3.4 monthly and keep the powder dry.`,
        { likes: 7, id: 'g' },
      ),
      re('patrick', `@{gregor} it is nearer one in four, which I had not said aloud until just now.`, {
        to: 'g',
        likes: 8,
      }),
      re(
        'gregor',
        `Then go. And take the nervous one to lunch before the others, so that they are not surprised in company.`,
        { to: 'g', likes: 9 },
      ),
      privateComposers(
        'isabel',
        `Patrick, I know that lender. It is the credit committee and not the relationship banker; they meet on the second Tuesday. Get your paper in before the eleventh.`,
      ),
    ],
  },
  {
    by: 'julia',
    network: 'finance',
    at: '2d 08:00',
    topic: 'First audit at our size. What do you wish you had prepared?',
    text: `We crossed the threshold. Fieldwork in February. We have good cash records, decent contracts, an inventory count that I would call spirited, and grants in three currencies with conditions nobody has reread since the party.`,
    areas: ['Audit and controls', 'Financial reporting'],
    geographies: ['Germany'],
    replies: [
      re(
        'keisha',
        `Opening balances. Everyone prepares the year and forgets that the auditor must believe where it started.`,
        { likes: 11 },
      ),
      re(
        'ulrike',
        `Reread the grants this weekend. A clawback condition is a liability that arrives with a nice letter.`,
        { likes: 8, id: 'u' },
      ),
      re(
        'beatrice',
        `Do a count now, with the auditors watching if they will, and another at year end. The first is a rehearsal; nobody counts well in front of an audience the first time.`,
        { likes: 7 },
      ),
      re(
        'julia',
        `Reread. One has a headcount condition that we miss by two people. @{ulrike} you have ruined my Sunday and saved my February.`,
        { to: 'u', likes: 14, after: 20 },
      ),
    ],
  },
  {
    by: 'ulrike',
    network: 'finance',
    at: '3d 07:40',
    likes: 6,
    topic: 'FX hedging: rolling layers or cover the budget in one go?',
    text: `Costs in francs, two thirds of revenue in dollars. We layer: 80 % of the next quarter, 60, 40, 20. The board saw last year's rate and asks why we did not simply cover it all in January. I can explain regret, but not in one slide.`,
    areas: ['Foreign exchange', 'Treasury'],
    geographies: ['Switzerland'],
    replies: [
      re(
        'vikram',
        `Put the question to them in January, in writing: "do you wish to cover everything today?" Mine have had it on the agenda for three years and have never voted yes. It cured the hindsight.`,
        { likes: 18, id: 'v' },
      ),
      re(
        'gregor',
        `One slide: our average rate against the best and the worst single day of the year. The layers are always dull and in the middle. Then ask who would like to have picked the worst.`,
        { likes: 12 },
      ),
      re(
        'hiroshi',
        `Consider also the invoicing currency. We moved four customers to yen over two years. Slower than a hedge, and it does not expire.`,
        { likes: 8, id: 'h' },
      ),
      re('ulrike', `@{hiroshi} what did you give them for it?`, { to: 'h' }),
      re(
        'hiroshi',
        `Longer price validity. They valued certainty more than we had thought; purchasing departments have budgets also.`,
        { to: 'h', likes: 6 },
      ),
      re('ulrike', `January agenda item drafted, Vikram's wording.`, { to: 'v', likes: 4 }),
    ],
  },
  {
    by: 'tyler',
    network: 'finance',
    at: '5d 13:30',
    topic: 'Margin call at 06:10, signatory asleep. How do you staff for this?',
    text: `Wheat moved overnight, call due at nine, two approvers, one on a plane and one with a phone on silent as any sane person would have. We made it with eleven minutes left. The bank was kind. I do not plan to depend on that.`,
    areas: ['Treasury'],
    geographies: ['United States'],
    replies: [
      re(
        'nadia',
        `Standing pre-approval up to a limit, to the clearing account only, any one of four people. The risk is small since the money can go to one place. Reported to both approvers the same morning.`,
        { likes: 11 },
      ),
      re(
        'renata',
        `We do the same for fuel. And a rota with pay. People answer a phone that they are paid to answer.`,
        { likes: 9 },
      ),
      re(
        'tyler',
        `Limit agreed with the audit chair by text message, which I grant is not a control either. Paper follows on Monday.`,
        { likes: 8 },
      ),
    ],
  },
  {
    by: 'lauren',
    network: 'finance',
    at: '7d 15:15',
    likes: 7,
    topic: '409A after a down round: refresh now or wait for the year end?',
    text: `Priced at two thirds of the last round in August. Valuation is from February. Offers to forty people are waiting with a strike price that is now simply wrong, and unkind. The provider quotes three weeks. Counsel says do not grant. Recruiting says candidates will not wait. Both are right.`,
    areas: ['Compensation and equity', 'Tax'],
    geographies: ['United States'],
    replies: [
      re(
        'arjun',
        `Refresh now. A round at a new price is about as material as an event can be. We sent offers promising a number of options, with the strike "at fair market value on the date of grant", and granted at the next board. Nobody walked.`,
        { likes: 9, id: 'a' },
      ),
      re(
        'daniel',
        `Agree. And think of the people who hold February options. They will do the arithmetic the day your new hires join. Have the answer ready before the question.`,
        { likes: 13, id: 'd' },
      ),
      re('lauren', `@{daniel} did you reprice? Counsel has a memo against it that is longer than the plan.`, {
        to: 'd',
      }),
      re(
        'daniel',
        `Once, for everyone below director, one to one, with a vesting extension. Executives were left out, and announced it themselves, which bought more goodwill than the repricing.`,
        { to: 'd', likes: 11 },
      ),
      privateComposers(
        'sofia',
        `Not comparable in law, but when we left executives out two of them were told afterwards that it had been voluntary. Make sure yours know before.`,
        { to: 'd' },
      ),
    ],
  },
  {
    by: 'margaret',
    network: 'finance',
    also: ['thesuite'],
    at: '8d 10:00',
    likes: 14,
    topic: 'ERP go-live in nine weeks. What would make you postpone?',
    text: `Third one of my life. Status is amber, which in this programme means red with a nice person reporting. Data migration has been rehearsed once, at 94 % match; payroll interface tested with last year's tax tables; the integrator's best consultant is leaving "after go-live", a phrase that made me sit up.

I would like criteria decided while everyone is still calm. What were yours, and did you hold to them?`,
    areas: ['ERP and systems'],
    replies: [
      re(
        'patrick',
        `Three criteria, written eight weeks before:

- two full rehearsals with reconciliation of every balance, the second without help from the integrator
- the people who will close the first month have closed a test month themselves
- a way back that has been tried, on a clock

We failed the second one and postponed by a quarter. It was the best unpopular decision I have made.`,
        { likes: 19, id: 'p' },
      ),
      re(
        'beatrice',
        `The 94 % matters less than which six. Ours were inactive suppliers, we thought. They were the suppliers on consignment.`,
        { likes: 12 },
      ),
      re(
        'william',
        `I held to mine and was overruled by the CEO. Then for five weeks we shipped from paper. The lesson is to have the criteria signed by the person who can overrule you.`,
        { likes: 16, id: 'w' },
      ),
      re(
        'margaret',
        `@{william} signed this morning. He read them twice and asked whether there was a version for people in a hurry. There is not.`,
        { to: 'w', likes: 10, after: 22 },
      ),
      re('robert', `I was the person in a hurry. For the record I signed the long one.`, {
        to: 'w',
        likes: 17,
        after: 2,
      }),
      re(
        'renata',
        `On the consultant: buy eight weeks of her after go-live directly, in the contract, by name. We did, and it was the cheapest line in the project.`,
        { likes: 9 },
      ),
    ],
  },
  {
    by: 'omar',
    network: 'finance',
    at: '9d 06:20',
    likes: 4,
    topic: 'Paying salaries through three banking crises: what would you do differently from me?',
    text: `We pay 900 people. Since 2019 we have used cash in envelopes, cheques nobody wanted, a payment app, and now a mix. I keep two months of payroll outside the country with board approval, renewed quarterly. The auditors call it "an area of judgement". Are there others here who run finance where the bank is the risk?`,
    areas: ['Treasury', 'Audit and controls'],
    geographies: ['Middle East'],
    replies: [
      re(
        'chidi',
        `Different crisis, same muscle. We split payroll over three banks with equal files prepared for each, so that any one of them can pay everybody. Tested each quarter with a real payday. Your two months outside is right; mine is six weeks and I sleep worse.`,
        { likes: 12 },
      ),
      re(
        'nadia',
        `Write the judgement down each quarter yourself, one page: what you feared, what you chose, what it cost. Auditors argue with an absence. They rarely argue with a page.`,
        { likes: 10 },
      ),
      re('omar', `The page exists as of today. It reads like a diary, which perhaps it is.`, { likes: 11 }),
    ],
  },
  {
    by: 'beatrice',
    network: 'finance',
    at: '11d 08:30',
    type: 'poll',
    topic: 'Poll: working days to a group close that you would sign',
    text: `Not the flash. The one with reconciled intercompany and your name under it.

I am at five and proud, except that returns are an estimate until day twelve and everybody knows it.`,
    areas: ['Financial reporting'],
    replies: [
      re(
        'keisha',
        `Six. It was four. We went back to six on purpose, because the two days we had saved were spent in the next month on corrections.`,
        { likes: 13 },
      ),
      re('gregor', `Eight. Trees grow slowly, nobody minds.`, { likes: 15 }),
      re(
        'andre',
        `Seven, and the intercompany for ageing stock is the reason. I would give a case of something for a tidy solution.`,
        { likes: 5, id: 'an' },
      ),
      re(
        'william',
        `André, a fixed transfer price for each vintage, set once, trued up once a year. I accept the case.`,
        { to: 'an', likes: 9 },
      ),
    ],
  },
  {
    by: 'chidi',
    network: 'finance',
    at: '13d 09:20',
    also: ['executive'],
    topic: 'Trapped cash: dividend, loan, or local investment?',
    text: `Cash in a subsidiary with a queue for dollars that is months long. Board suggests buying property with it. I am told property is always a good idea by everyone who owns some.`,
    areas: ['Treasury', 'Foreign exchange'],
    geographies: ['Nigeria'],
    replies: [
      re(
        'vikram',
        `Before property: prepay local suppliers for a discount, refinance local debt, buy inputs that you can export. Each of these moves value out legally without a queue.`,
        { likes: 14 },
      ),
      re(
        'renata',
        `And look at your transfer prices going forward. If the cash keeps arriving there, pricing is the cause and the cash is a symptom.`,
        { likes: 10, id: 'r' },
      ),
      re(
        'chidi',
        `@{renata} it is the tower leases: local revenue, dollar cost booked at the parent. So the symptom is on the wrong balance sheet. That is a better conversation than property.`,
        { to: 'r', likes: 8 },
      ),
    ],
  },
  {
    by: 'isabel',
    network: 'finance',
    at: '14d 11:00',
    type: 'recommendation_request',
    topic: 'Recommend a valuation expert for long-dated power contracts',
    text: `Level 3, twelve years, two illiquid points on the curve. Our present adviser uses a spreadsheet with a hidden sheet. I found the hidden sheet.`,
    areas: ['Financial reporting'],
    geographies: ['Spain', 'European Union'],
    replies: [
      re(
        'simone',
        `Not power, but the aircraft-lease people I use took on a solar client and would say honestly if it is too far from home.`,
        { likes: 3 },
      ),
      privateComposers(
        'gregor',
        `We use a two-person firm in Edinburgh for timber curves. One of them spent fifteen years on a power desk. I shall introduce you.`,
      ),
      re(
        'marcus',
        `From the legal side (recommendations reach me, your discussions do not): whoever you pick, ask whether they would testify. Ours would not, and it mattered.`,
        { likes: 9 },
      ),
    ],
  },
]
