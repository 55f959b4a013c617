import { privateComposers, re, type ThreadSeed } from './thread.ts'

/** The thread that everyone joined: long enough to need its own scrolling, with more argument than agreement. */
export const legalLongThread: ThreadSeed[] = [
  {
    by: 'helen',
    network: 'legal',
    also: ['thesuite'],
    at: '19d 14:00',
    likes: 23,
    topic: 'Limitation of liability in AI vendor contracts: what did you actually get?',
    text: `I have four of these on my desk and four different shapes of no. Vendors offer twelve months' fees for everything, an intellectual property indemnity with so many conditions that I cannot construct a case in which it would pay, and nothing at all for wrong output.

I am not asking what the market is. Everybody sells me "the market". I am asking what you, personally, got signed in the last year, and what you gave for it:

- cap, and whether data had its own
- indemnity for output, and the conditions you had struck out
- anything on the vendor changing the model under you
- what you tried and lost

No names of vendors, please. Size of contract in broad terms helps.`,
    areas: ['Artificial intelligence', 'Commercial contracts', 'Insurance'],
    replies: [
      re(
        'priya',
        `Mid-six figures a year, model used inside a product. Cap at two times annual fees, data at five. Output indemnity kept, with "modified by customer" narrowed to modifications that caused the claim. Lost: any warranty on accuracy. Gave: a three-year term and a reference call.`,
        { id: 'priya1', likes: 19, after: 0.7 },
      ),
      re(
        'hannah',
        `I sit on the vendor side of this as often as not, so shoot at me. We give two times for data without much pain. We cannot give accuracy, because no one can tell us what would count. When a buyer brings a test set and a threshold, the conversation changes completely.`,
        { id: 'hannah1', likes: 22, after: 0.5 },
      ),
      re(
        'marcus',
        `@{hannah} have you ever agreed to a test set as a condition and not as a warranty? That is what we got: below the threshold for thirty days and we may leave with a refund of the unused part. No damages. I found it more useful than any cap.`,
        { to: 'hannah1', id: 'marcus1', likes: 17, after: 0.6 },
      ),
      re('hannah', `Twice. It is far easier to give: the risk has an end and sales understand a refund.`, {
        to: 'hannah1',
        likes: 8,
        after: 0.3,
      }),
      re(
        'dana',
        `Payments. Regulated outsourcing, so I had help from people more frightening than I am. Cap three times, data uncapped for confidentiality breach caused by the vendor's staff, otherwise a fixed sum. Lost on the model change: they notify, we may leave, we carry the cost of leaving.`,
        { likes: 15, id: 'dana1', after: 1 },
      ),
      re(
        'ben',
        `Small buyer here. I got the paper they had, with a smile. What I did get was the order form to say that the online terms of the signing date apply, and not as amended from time to time. That took one mail.`,
        { likes: 21, id: 'ben1', after: 0.4 },
      ),
      re('noor', `Ben's line is worth more than half of what I negotiated last year.`, {
        to: 'ben1',
        likes: 9,
        after: 0.3,
      }),
      re(
        'kwame',
        `Health data. We refused to have ours used for training and got that in an afternoon. We then spent three weeks on whether "service improvement" is training. It is.`,
        { likes: 18, id: 'kwame1', after: 0.9 },
      ),
      re(
        'noor',
        `Also look at "abuse monitoring". In one contract it allowed people at the vendor to read flagged prompts. For pupils that was the end of the talks.`,
        { to: 'kwame1', likes: 13, after: 0.5 },
      ),
      re(
        'kwame',
        `We got monitoring by machine only, with escalation to a named person on our side. They had it ready, for whoever asked.`,
        { to: 'kwame1', likes: 10, after: 0.4 },
      ),
      re(
        'victoria',
        `A word of dissent on the exercise. We keep comparing caps as if a loss would come as damages. The two incidents I know of cost staff time, a regulator's patience and a product launch. None of these is recoverable under anybody's cap. I now spend my effort on exit, logs and cooperation, and take twelve months' fees without a sigh.`,
        { id: 'vic1', likes: 26, after: 3 },
      ),
      re('oliver', `Seconded. The cap is what we negotiate because it is a number.`, {
        to: 'vic1',
        likes: 14,
        after: 0.8,
      }),
      re(
        'paula',
        `I do not second it. A cap decides how seriously the other side takes your call in a bad week. I have seen the same vendor respond in two hours to one client and in two days to another, and the difference was a figure in clause 14.`,
        { to: 'vic1', likes: 16, after: 0.6 },
      ),
      re(
        'victoria',
        `@{paula} a fair point about incentives. I would put that figure into service credits with teeth, where it works every month and not only in court.`,
        { to: 'vic1', likes: 8, after: 0.4 },
      ),
      re('paula', `Credits with teeth: agreed, if you find a vendor who gives them teeth.`, {
        to: 'vic1',
        likes: 7,
        after: 0.3,
      }),
      re(
        'camille',
        `Bank. Supervisors expect audit rights; vendors offer a report by their auditor. We settled on: report each year, questions answered in writing within fifteen days, and a right of our own after an incident. They priced the last one at nothing, as they think that there will be no incident.`,
        { likes: 12, after: 4 },
      ),
      re(
        'george',
        `I did the drafting on two of the four. The most useful thing so far was asking for a copy of their insurance certificate before asking for a cap. One was insured for less than the cap they had already offered.`,
        { id: 'george1', likes: 24, after: 1.5 },
      ),
      re(
        'mei',
        `As the one who reads policies: check that certificate for an exclusion for "algorithmic" or "autonomous" decisions. Two of ours had it at the last renewal, on our own side.`,
        { to: 'george1', likes: 19, id: 'mei1', after: 3 },
      ),
      re('george', `There it was, page six. Thank you, Mei. The conversation with our broker begins on Monday.`, {
        to: 'george1',
        likes: 9,
        after: 5,
      }),
      re(
        'lukasz',
        `Tiny budget, eleven countries. I gave up on liability and asked for one thing only: hosting within the Union and a named person who answers. I got both. I sleep.`,
        { likes: 13, after: 2 },
      ),
      re(
        'yael',
        `Chip design. Output indemnity with a condition that we keep prompt logs for three years. Engineering says that the logs are themselves the crown jewels. Has somebody solved this?`,
        { id: 'yael1', likes: 8, after: 6 },
      ),
      re(
        'priya',
        `Hash and keep locally, produce on a claim, under counsel's eyes only. They accepted "records sufficient to show" in place of "logs".`,
        { to: 'yael1', likes: 15, after: 1 },
      ),
      re('yael', `"Records sufficient to show". Sent at noon and accepted at two. I owe you a coffee.`, {
        to: 'yael1',
        likes: 11,
        after: 22,
      }),
      privateComposers(
        'miriam',
        `Helen, for you only. One of your four may be a company in our portfolio. If the one with conditions on the indemnity quotes "clause 9.4(c)", ask for the version that their healthcare customers have. I cannot say more and should perhaps not have said this.`,
        { after: 2 },
      ),
      re(
        'matthias',
        `German perspective, briefly. In standard terms here you cannot limit liability for gross negligence, and they all try. We leave the clause as it is and do not negotiate it. An ineffective limitation is the best cap I ever had.`,
        { id: 'mat1', likes: 22, after: 12 },
      ),
      re(
        'paula',
        `True, until they argue that it was individually negotiated. So truly leave it alone. No redlines there, not even a comma.`,
        { to: 'mat1', likes: 14, after: 1 },
      ),
      re('hannah', `As a vendor I hate this and I would do the same.`, { to: 'mat1', likes: 10, after: 3 }),
      re(
        'siobhan',
        `Consumer goods, large contract, eighteen months of argument. Let me put it all down, because I wish I had read this at the start.

We began with a list of twenty-two points. By the sixth month both teams could recite them. What moved things was a lunch between our head of product and theirs, in which it emerged that the vendor feared one thing: a customer who builds something reckless on top, is sued, and points downwards. And that we feared one thing: that the model would change in the week before Christmas.

So we traded the fears. They received a use policy that is ours and not theirs, with a list of uses which need their consent, and an indemnity from us if we go outside it. We received version pinning for nine months at a time, notice of ninety days, a parallel run, and a freeze from November to January. The cap stayed where they wanted it, a year's fees, with data at three.

What we lost: any say about sub-processors beyond objection and exit; most favoured customer, which I had been told to ask for and was glad to lose; an accuracy warranty.

What I would do differently: begin with the lunch. Ask each side for one fear, in one sentence, before anybody opens the template. And have someone in the room who can draw how the thing works. Nine of our twenty-two points concerned a flow of data that did not exist.

The contract is thirty-one pages. I have looked at it twice since: once at the freeze, and once when writing this.`,
        { id: 'sio1', likes: 31, after: 16 },
      ),
      re(
        'helen',
        `@{siobhan} this is the most useful thing I have read this year. The freeze alone. May I quote the two fears, without you, to my own board?`,
        { to: 'sio1', likes: 9, after: 0.7 },
      ),
      re('siobhan', `Ideas yes, names no, as the house rule has it.`, { to: 'sio1', likes: 5, after: 0.5 }),
      re('johanna', `Ninety days' notice plus a parallel run: who paid for the second run?`, {
        to: 'sio1',
        likes: 4,
        after: 1,
      }),
      re('siobhan', `Shared. They pay for the machines, we pay for the people. It was settled on a napkin.`, {
        to: 'sio1',
        likes: 12,
        after: 0.6,
      }),
      re(
        'carlos',
        `Does the use policy bind your agencies too? Our marketing agency is the one that would build something reckless.`,
        { to: 'sio1', after: 2, likes: 3 },
      ),
      re('siobhan', `Yes, by a page they sign each January. One refused, and we learned a good deal from that.`, {
        to: 'sio1',
        likes: 8,
        after: 1,
      }),
      re(
        'rafael',
        `For balance: with local resellers in my market the real counterparty is a company with a desk. I ask the foreign principal for a direct undertaking, two paragraphs. Received three of five.`,
        { likes: 9, after: 7 },
      ),
      re('aisha', `Same with ours. What is in your two paragraphs, Rafael?`, { likes: 2, after: 8, id: 'aisha1' }),
      re(
        'rafael',
        `One: the principal keeps providing the service to us for six months if the reseller fails, at the same price. Two: the data clause binds it directly. Nothing else; each additional word costs a month.`,
        { to: 'aisha1', likes: 13, after: 6 },
      ),
      re('aisha', `Translated, adapted, sent. Thank you.`, { to: 'aisha1', likes: 4, after: 14 }),
      re(
        'bronwyn',
        `Insurance group. Our supervisor does not ask about caps at all. They ask who switched it on, who can switch it off, and whether that person has ever done so. I put the third into the contract as a yearly test. The vendor laughed, then scheduled it.`,
        { likes: 20, id: 'bron1', after: 3 },
      ),
      re(
        'astrid',
        `We do that on ships with every emergency stop. It had not occurred to me that it applies to software.`,
        { to: 'bron1', likes: 12, after: 5 },
      ),
      re('dana', `Did the test find anything?`, { to: 'bron1', after: 8, likes: 2 }),
      re('bronwyn', `That the person with the switch had moved to another division. So yes.`, {
        to: 'bron1',
        likes: 25,
        after: 6,
      }),
      re(
        'grace',
        `Operational note. We built a table of what we asked and what we got over twelve contracts. The pattern is boring: we win what the business sponsor repeats in the last call, and lose what only legal has said.`,
        { likes: 23, id: 'grace1', after: 10 },
      ),
      re('tessa', `Would you share the columns, not the content?`, { to: 'grace1', likes: 3, after: 1 }),
      re(
        'grace',
        `Point, first ask, who repeated it, fallback, outcome, days. The third column is the interesting one.`,
        { to: 'grace1', likes: 14, after: 2 },
      ),
      re('david', `In mining services we have a phrase for clauses only the lawyers want: ornamental rock.`, {
        to: 'grace1',
        likes: 17,
        after: 9,
      }),
      re(
        'layla',
        `Arbitration point nobody has raised. Many vendor forms choose small-claims style rules, or courts of a place neither party has seen. If you care about injunctions for data, make sure that somebody can grant one on a Friday.`,
        { likes: 11, id: 'lay1', after: 12 },
      ),
      re(
        'marcus',
        `We carve out injunctive relief for confidentiality, any court of competent jurisdiction. They have it in their own form for their own secrets; just make it mutual.`,
        { to: 'lay1', likes: 10, after: 4 },
      ),
      re('layla', `"Just make it mutual" may be the three most productive words in a negotiation.`, {
        to: 'lay1',
        likes: 15,
        after: 3,
      }),
      re(
        'kenji',
        `In Japan our vendors will not change the form, but they will write a memorandum of understanding next to it, and they honour it. I am aware how this sounds to some of you. In twenty years it has failed me once, and in that case the contract would have failed as well.`,
        { likes: 18, after: 13 },
      ),
      re('oliver', `@{helen} what has become of your four?`, { id: 'ol1', after: 9, likes: 4 }),
      re(
        'helen',
        `One signed: two times fees, data four, version pinning for six months, a freeze in our peak. One has dropped out, when I asked for the insurance certificate. Two are thinking, and one of them quotes its healthcare version now.`,
        { to: 'ol1', likes: 16, after: 2 },
      ),
      re(
        'elena',
        `Question from somebody who buys pictures rather than text: did anyone get an indemnity for likeness? The forms cover copyright and trade marks and are silent about faces.`,
        { id: 'el1', likes: 6, after: 6 },
      ),
      re('siobhan', `No. We banned faces in the use policy instead. Marketing grumbled for a week.`, {
        to: 'el1',
        likes: 9,
        after: 3,
      }),
      re(
        'derek',
        `Media here. Likeness is excluded from every form I have seen. We license real people and keep the releases; it is dull and it works.`,
        { to: 'el1', likes: 3, after: 2 },
      ),
      re('elena', `Dull and works is my favourite kind. Thank you both.`, { to: 'el1', likes: 4, after: 15 }),
      privateComposers(
        'hannah',
        `Helen, since I am often the vendor: the one that is still thinking is waiting for quarter end. If you can sign in the last week, ask for the higher data cap again in the mail in which you offer the date. Nobody will have time to say no.`,
        { id: 'hanpriv', after: 4 },
      ),
      privateComposers('helen', `You are a terrible person and I am grateful. Wednesday it is.`, {
        to: 'hanpriv',
        after: 1,
      }),
      re(
        'amara',
        `Late to this, from a place where the vendor's nearest office is two flights away. Everything above assumes one can enforce. I ask for prepayment by quarter and not by year. It is the only remedy that I can exercise by doing nothing.`,
        { likes: 27, id: 'am1', after: 20 },
      ),
      re('victoria', `That is the best sentence in this thread.`, { to: 'am1', likes: 13, after: 2 }),
      re('ben', `And it is available to small buyers. Done in two contracts since this morning.`, {
        to: 'am1',
        likes: 11,
        after: 5,
      }),
      re(
        'frank',
        `I negotiated software for thirty years before it could answer back. It was always fees, exit and a person who picks up the telephone. Enjoy yourselves.`,
        { likes: 29, after: 18 },
      ),
      re(
        'nathan',
        `Reading all this on my trial month. I came for a template and leave with Amara's quarter and Siobhán's lunch.`,
        { likes: 12, after: 10 },
      ),
      re(
        'helen',
        `Third one signed, in the last week of the quarter, with the higher data cap. I will put an anonymous table of everything above in the library when documents open. For anyone who comes late:

> one fear each, before the template

> quarterly prepayment

> the insurance certificate first

Thank you all. This is what I pay the subscription for.`,
        { likes: 22, after: 24 },
      ),
      re('johanna', `One thing for the table: please add who can switch it off.`, { likes: 8, after: 3 }),
      re('priya', `And whether they ever have.`, { likes: 10, after: 1 }),
    ],
  },
]
