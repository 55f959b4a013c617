import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const financeEarlier: ThreadSeed[] = [
  {
    by: 'hiroshi',
    network: 'finance',
    at: '17d 02:45',
    topic: 'Cash pooling: one bank for Asia, or accept three and a spreadsheet?',
    text: `Our main bank offers a regional pool that covers seven of eleven countries. The four missing ones hold a third of the cash. A second bank covers nine and asks for our trade finance in return. Has anyone moved the header account of a pool, and how long did it really take?`,
    areas: ['Treasury'],
    geographies: ['Asia Pacific'],
    likes: 4,
    replies: [
      re(
        'mei',
        `Legal side of such a move: eleven sets of board resolutions, three of them notarised, one of them twice. Plan nine months, celebrate at fourteen.`,
        { likes: 9 },
      ),
      re(
        'vikram',
        `We run three banks and a daily target balance for each country. No pool. The spreadsheet takes one person forty minutes. Interest lost is smaller than the fee we were quoted.`,
        { likes: 11, id: 'v' },
      ),
      re('hiroshi', `@{vikram} may I ask what happens when that person is on leave?`, { to: 'v', likes: 4 }),
      re('vikram', `An honest question. It is then done by me, and worse.`, { to: 'v', likes: 13 }),
    ],
  },
  {
    by: 'william',
    network: 'finance',
    at: '19d 09:00',
    likes: 8,
    topic: 'Sustainability figures in the same assurance as the accounts: where did it hurt?',
    text: `Our third year. Emissions were easy. What hurt: farmers' data, 1,900 of them, kept in anything from a database to a calendar from the feed merchant. The auditor asked for evidence of manure. I have been a CFO for a long time and was not prepared.`,
    areas: ['Sustainability reporting', 'Audit and controls'],
    geographies: ['Netherlands', 'European Union'],
    replies: [
      re(
        'gregor',
        `Sampling with visits. We send a forester and an accountant together to forty sites a year. They come back friends and with better data than any portal gave us.`,
        { likes: 12 },
      ),
      re(
        'isabel',
        `Decide early what you will not claim. We dropped two indicators rather than estimate them and said so in the report. Investors asked once; the auditor sent flowers, figuratively.`,
        { likes: 10, id: 'i' },
      ),
      re('william', `Dropping one. It was the manure.`, { to: 'i', likes: 16 }),
    ],
  },
  {
    by: 'keisha',
    network: 'finance',
    at: '21d 14:00',
    likes: 6,
    topic: 'A control failed for four months and nothing went wrong. How do you report that?',
    text: `Review of manual journals above a threshold. The reviewer changed jobs, the task did not. We looked at every journal afterwards: no error. The process owner says "no harm". I say the control did not operate, and luck is not a control. The audit committee meets on Thursday, and I want neither drama nor perfume.`,
    areas: ['Audit and controls'],
    replies: [
      re(
        'margaret',
        `As one who sits on the other side: tell it in four sentences. What was meant to happen, what did not, what we looked at afterwards, what will notice next time. We remember the fourth.`,
        { likes: 18, id: 'm' },
      ),
      re('daniel', `And tell your external auditor today. Not on Thursday.`, { likes: 14 }),
      re(
        'arjun',
        `Could somebody say what a good answer to "what will notice" looks like? Ours is always "training".`,
        { id: 'q' },
      ),
      re(
        'keisha',
        `Role change in the HR system now opens a task to reassign controls; if it is not closed in five days, payroll for the new role needs my approval. People close it in one.`,
        { to: 'q', likes: 15 },
      ),
      re('keisha', `Four sentences delivered. One question, about the fourth. Thank you @{margaret}.`, {
        to: 'm',
        likes: 8,
        after: 40,
      }),
    ],
  },
  {
    by: 'andre',
    network: 'finance',
    at: '23d 10:10',
    topic: 'Borrowing base on ageing stock: how does your bank value what it cannot drink yet?',
    text: `Cognac from 2014, carried at cost, worth several times that in theory. The bank lends on cost less twenty. A specialist lender would lend on market value and wants a warehouse key. My chairman would sooner give them his house.`,
    areas: ['Debt and covenants'],
    geographies: ['France'],
    replies: [
      re(
        'samuel',
        `We gave a key once, for cheese. In practice nobody came, but the covenant on insurance and temperature was stricter than our own standard and I think that improved the cheese.`,
        { likes: 11 },
      ),
      re(
        'gregor',
        `Independent valuer, once a year, only the oldest third. Both banks accepted that, and the chairman keeps the keys.`,
        { likes: 9, id: 'g' },
      ),
      re('andre', `The oldest third is precisely what he never wants to sell. I believe that he will agree, then.`, {
        to: 'g',
        likes: 7,
      }),
    ],
  },
  {
    by: 'gregor',
    network: 'finance',
    at: '25d 08:50',
    type: 'document_request',
    topic: 'A treasury policy shorter than ten pages, please',
    text: `Ours is thirty-eight and was written by a bank that wished to sell us things. Looking for one that a board could read on a train.`,
    areas: ['Treasury'],
    replies: [
      re('ulrike', `Seven pages, in German, with two tables. I will have it translated and remove our limits.`, {
        likes: 9,
      }),
      re(
        'tyler',
        `Nine. Two of them list what we do not trade, which the members asked for after a bad year elsewhere.`,
        { likes: 6 },
      ),
      privateComposers(
        'william',
        `Gregor, you may have ours if you promise not to laugh at section six. It was a compromise.`,
      ),
      re(
        'gregor',
        `Both received, read on a train. Fourteen pages saved per person per year, at a conservative estimate.`,
        { likes: 8, after: 70 },
      ),
    ],
  },
  {
    by: 'arjun',
    network: 'finance',
    at: '28d 15:40',
    topic: 'Forecast accuracy as a bonus metric. I said yes and I regret it',
    text: `Sales leaders now forecast what they are sure of and hold back the rest until the last week. Accuracy is excellent; the forecast is useless. How do I walk back without saying that I was wrong? Or do I just say that I was wrong?`,
    areas: ['Budgeting and forecasting'],
    likes: 6,
    replies: [
      re('lauren', `Say that you were wrong. It takes one minute and people then tell you things.`, { likes: 17 }),
      re(
        'patrick',
        `Replace it with two numbers: a floor they will defend and a most-likely they will explain. No bonus on either. You pay them for the sale, that is enough.`,
        { likes: 12, id: 'p' },
      ),
      re(
        'arjun',
        `Said it at the Monday meeting. Total time fifty seconds. First floor-and-likely forecast on Friday, and the gap is the most informative thing I have seen all year.`,
        { to: 'p', likes: 13, after: 72 },
      ),
    ],
  },
  {
    by: 'simone',
    network: 'finance',
    at: '32d 13:10',
    likes: 5,
    topic: 'Lessor wants monthly maintenance reserves in cash. Letter of credit instead?',
    text: `Six aircraft, reserves would tie up more than our seasonal headroom. They accept a letter of credit in principle from a bank "acceptable to the lessor". Our bank is not, since last spring. Any structure that worked?`,
    areas: ['Debt and covenants', 'Treasury'],
    geographies: ['Canada'],
    replies: [
      re(
        'nadia',
        `Confirmed letter of credit: your bank issues, theirs confirms, you pay twice, still cheaper than the cash. Ask who bears the confirming fee if the rating recovers.`,
        { likes: 8 },
      ),
      re(
        'daniel',
        `Or end-of-lease adjustment for the two youngest aircraft and reserves for the four old ones. Lessors care about the last shop visit, not about the principle.`,
        { likes: 10, id: 'd' },
      ),
      re('simone', `The split was accepted for three, not for two. I had not even asked for three.`, {
        to: 'd',
        likes: 9,
        after: 110,
      }),
    ],
  },
  {
    by: 'renata',
    network: 'finance',
    at: '35d 07:20',
    topic: 'Electronic invoicing in four countries, four formats, four dates',
    text: `Poland, France, Germany, Romania, each with its own idea. One provider promises all of them on a slide with a rocket. Has anybody gone live in two countries with one provider and no rocket?`,
    areas: ['Tax', 'ERP and systems'],
    geographies: ['Poland', 'European Union'],
    replies: [
      re(
        'beatrice',
        `Italy has done this for years, so hear the old hand: format is a tenth of the work. Master data is the rest. Clean the customers' tax numbers first, in every country, now.`,
        { likes: 14 },
      ),
      re(
        'william',
        `Two countries, one provider, live. What failed was the error queue: rejected invoices went to a mailbox of a person on maternity leave. Own the queue.`,
        { likes: 11 },
      ),
    ],
  },
  {
    by: 'daniel',
    network: 'finance',
    at: '40d 14:50',
    likes: 11,
    topic: 'First ninety days as interim: the questions I ask on day one',
    text: `I start somewhere new every year and have been asked for my list. It is short.

1. How much cash is there, and who told you?
2. What will we pay on Friday, and what will we not?
3. Which report does everyone read, and which does nobody?
4. Who here has asked to leave, and who ought to have been asked to stay?
5. What are you hoping I will not find?

The fifth gets a laugh, then a pause, and after the pause comes the real handover. What would you add?`,
    areas: ['Succession and talent', 'Treasury'],
    replies: [
      re('margaret', `"What did my predecessor refuse to sign?"`, { likes: 24 }),
      re(
        'samuel',
        `"Which supplier is being kind to us?" Kindness has a limit and it is usually in your first month.`,
        { likes: 15 },
      ),
      re('omar', `"Where is the paper?" Not everything is in the system, and the thing that matters is not.`, {
        likes: 9,
      }),
      re(
        'sanjay',
        `As the one who hires interims: ask the owner what he would do if you were not there. The answer tells you what you have been hired to prevent.`,
        { likes: 13, id: 's' },
      ),
      re('daniel', `Sanjay's goes in as number six. I have been hired to prevent the answer twice.`, {
        to: 's',
        likes: 8,
      }),
    ],
  },
  {
    by: 'nadia',
    network: 'finance',
    at: '45d 05:30',
    topic: 'Shareholder loan to a concession company: interest nobody will ever pay. Impair or convert?',
    text: `Accrues each year, eliminated at group, worshipped locally for tax. The new auditor would like to see evidence of recoverability that goes beyond faith.`,
    areas: ['Tax', 'Financial reporting'],
    geographies: ['United Arab Emirates'],
  },
  {
    by: 'vikram',
    network: 'finance',
    at: '48d 06:00',
    topic: 'Customer asks for 150 days. What do you ask for in return?',
    text: `Large retailer, a fifth of our revenue. They offer their supply-chain finance programme, so "it costs you nothing". It costs me the day their bank closes the programme.`,
    areas: ['Treasury', 'Pricing'],
    geographies: ['India'],
    likes: 4,
    replies: [
      re(
        'samuel',
        `We gave 120 for a three-year volume floor and the right to return to 60 if the programme is withdrawn or its price rises above a stated margin. They had never been asked and said yes within a week.`,
        { likes: 16, id: 's' },
      ),
      re(
        'tyler',
        `Have the auditor look at it early. In some of these the receivable is sold and in some it merely looks sold.`,
        { likes: 7 },
      ),
      re(
        'vikram',
        `I asked for exactly that, Samuel. They took two weeks, and the volume floor is for two years. I will live with both.`,
        { to: 's', likes: 8, after: 330 },
      ),
    ],
  },
  {
    by: 'samuel',
    network: 'finance',
    at: '54d 09:40',
    likes: 6,
    topic: 'The board pack is 212 pages. Show me your contents page',
    text: `Every page was asked for by somebody once. I proposed forty pages and an appendix; three directors then asked for the appendix to be printed. I need a model of something that works, ideally from a board with at least one director who loves paper.`,
    areas: ['Board and governance', 'Financial reporting'],
    replies: [
      re(
        'patrick',
        `Thirty-five. Order: decisions wanted (with my recommendation), what changed since last time, cash, people, risks that moved, the rest by exception. Everything else lives on a shelf which directors may visit and do not.`,
        { likes: 15 },
      ),
      re('andre', `We print the appendix for exactly one director, bound. He is content and it costs eleven euros.`, {
        likes: 19,
        id: 'a',
      }),
      re(
        'margaret',
        `As a director: the page I miss in nearly every pack is last quarter's decisions and what became of them.`,
        { likes: 17 },
      ),
      re(
        'samuel',
        `Thirty-eight pages went out on Friday, with "what became of them" as page two. One copy of the appendix, bound. Merci, André.`,
        { to: 'a', likes: 12, after: 240 },
      ),
    ],
  },
  {
    by: 'sanjay',
    network: 'finance',
    also: ['executive'],
    at: '60d 08:30',
    topic: 'Publishing accounts for the first time as a family company',
    text: `Second generation, new bondholders, so we publish. My uncle asks why the weaving mill in the north should know what the southern one earns. I find that he has a point about people and none about bondholders. How did other families do segments without a feud?`,
    areas: ['Financial reporting', 'Investor relations'],
    geographies: ['India'],
    likes: 5,
    replies: [
      re(
        'william',
        `A cooperative is a family with more cousins. We showed members the segments privately for a full year before anybody else saw them. By publication it was old news and old quarrels.`,
        { likes: 13 },
      ),
      re(
        'andre',
        `We report by product and not by house. It is how we truly manage, which the standard happens to want, and my cousins drink all of them anyway.`,
        { likes: 10 },
      ),
      privateComposers(
        'ulrike',
        `Sanjay, talk to the auditors before you settle on products. Ours looked at what the board actually receives each month and told us that those were our segments, like it or not.`,
      ),
    ],
  },
]
