import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const legalThisWeek: ThreadSeed[] = [
  {
    by: 'george',
    network: 'legal',
    at: '20m',
    review: 'waiting',
    topic: 'Anyone seen a distributor invoke force majeure over an export licence?',
    text: `Our distributor says a delayed export licence on their side is force majeure and has stopped paying minimum purchase sums. The clause lists "acts of government" without saying whose. First instinct is that a licence they applied for late is their own risk. Has anyone argued this either way?`,
    areas: ['Commercial contracts', 'Sanctions and trade'],
  },
  {
    by: 'priya',
    network: 'legal',
    at: '62m',
    type: 'recommendation_request',
    likes: 4,
    topic: 'Outside counsel for a first data-processing dispute with a model vendor',
    text: `Our vendor changed its sub-processor list with nine days' notice and we objected in writing. They have now suspended part of the service. I am looking for a firm that has actually litigated a DPA objection clause, not one that has only published about it.

New York law, Irish vendor entity. Mid-six-figure contract, so the bill has to stay in proportion. Names by private reply are welcome if you would rather not put them here.`,
    areas: ['Privacy and data protection', 'Outside counsel'],
    geographies: ['New York', 'Ireland'],
    replies: [
      re(
        'marcus',
        `We went through this in the spring. Before you hire anyone: ask for the objection to be treated as a dispute under the master agreement, not under the DPA. It buys you the cure period, and a suspension during a cure period is a breach you can point to.`,
        { id: 'm', likes: 9, after: 0.2 },
      ),
      privateComposers(
        'dana',
        `Two names are worth a call; I am sending them here because one of them is adverse to a member. The Dublin boutique we used for our card-scheme matter, and the New York partner who left them last year. I will introduce you by mail this afternoon.`,
        { after: 0.15 },
      ),
      re(
        'camille',
        `Whoever you choose, do not agree to a phase-one cap without a definition of phase one. Ours ran from notice to the first case conference and that held.`,
        { likes: 6, after: 0.15 },
      ),
      re(
        'priya',
        `@{marcus} that is useful and slightly painful: our objection letter cites the DPA only. Did you re-serve?`,
        { to: 'm', after: 0.1 },
      ),
      re('marcus', `Yes, a two-line letter "without prejudice to our notice of". Nobody argued that it was late.`, {
        to: 'm',
        likes: 3,
        after: 0.1,
      }),
    ],
  },
  {
    by: 'ben',
    network: 'legal',
    at: '150m',
    topic: 'Customer wants a named engineer for the life of the contract. Do you ever agree?',
    text: `Procurement at a large customer insists on a key-person clause naming one of our engineers for three years, with termination rights if she leaves. She does not know yet, which tells you something. I can offer "equivalent skills"; they say every supplier says that.`,
    areas: ['Commercial contracts', 'Employment'],
    replies: [
      re(
        'hannah',
        `We agreed once, with three carve-outs: resignation, illness, parental leave. That left dismissal, which is the only case they should really care about.`,
        { likes: 5, after: 0.4 },
      ),
      re(
        'matthias',
        `Ask her first. Under our law a named person may also be a step towards disguised agency work if the customer starts giving her instructions. Not your jurisdiction, but the awkward facts are the same everywhere.`,
        { likes: 3, after: 0.3, id: 'k' },
      ),
      re(
        'ben',
        `Fair. I asked. She laughed and said she would want a raise. So that is now a negotiation with two counterparties.`,
        { to: 'k', likes: 11, after: 0.5 },
      ),
    ],
  },
  {
    by: 'grace',
    network: 'legal',
    at: '0d 07:15',
    type: 'poll',
    topic: 'Poll: how many lawyers per legal-ops person in your team?',
    text: `For a staffing paper due on Friday. Count only people whose job is operations, not the paralegal who happens to know the e-billing system.

Please say in a reply what that person does all day. The ratio means little without it.`,
    areas: ['Legal operations'],
    replies: [
      re(
        'tessa',
        `One for twelve. My day: a third invoices, a third contract system, a third explaining to lawyers that a shared folder is not a system.`,
        { likes: 8 },
      ),
      re(
        'helen',
        `Nobody until January, then one for eleven. In her first quarter she found duplicate billing that paid for most of her. I say that without a figure because the figure embarrassed a firm I like.`,
        { likes: 6, id: 'h' },
      ),
      re('lukasz', `Nobody. Four lawyers, eleven countries. I am the operations.`),
      re(
        'grace',
        `@{helen} would you share her job description? I suspect ours asks for a lawyer, a buyer and a data engineer.`,
        { to: 'h' },
      ),
      privateComposers(
        'helen',
        `Sending it over. Note what we took out: the line about "driving innovation". We had forty applicants with it and six good ones without.`,
        { to: 'h' },
      ),
    ],
  },
  {
    by: 'oliver',
    network: 'legal',
    at: '1d 08:40',
    topic: 'Board wants privilege over an internal safety review. I think they have left it too late',
    text: `A safety review was commissioned by operations in March. In July someone copied me in; in September it became uncomfortable. I am now asked to "bring it under privilege". My view is that the existing report is not privileged and pretending otherwise will damage the claim we can properly make for what comes next. Has anyone persuaded a board of that without a row?`,
    areas: ['Investigations', 'Litigation'],
    geographies: ['United Kingdom'],
    likes: 7,
    replies: [
      re(
        'victoria',
        `Yes, by drawing a line rather than a blanket. One page: what exists and is disclosable; what we start now, for what litigation, instructed by whom. Directors accept a loss more readily when it comes with a future.`,
        { likes: 14, id: 'v' },
      ),
      re('helen', `Agree with Victoria. The sentence that worked for me: "the label on the folder is not evidence".`, {
        to: 'v',
        likes: 6,
      }),
      re(
        'amara',
        `Mild dissent. Depending on where the claims would be heard, parts of the later work may qualify even if the report does not. I would not concede the July material in a board minute.`,
        { likes: 5, id: 'a' },
      ),
      re(
        'oliver',
        `Good point, and I had conceded it in draft. Minute amended: "advice was given on the status of the documents". Nothing more.`,
        { to: 'a', likes: 4 },
      ),
      privateComposers(
        'siobhan',
        `Oliver, take care with who attends when you present this. We lost an argument because the PR adviser sat in for "five minutes".`,
      ),
    ],
  },
  {
    by: 'noor',
    network: 'legal',
    at: '1d 13:05',
    type: 'document_request',
    topic: 'Looking for a plain-language AI use notice for parents and pupils',
    text: `School boards have started to ask for a one-page notice on what our tutoring software does with a child's answers. Everything I find is written for adults who enjoy acronyms. Does anybody have a notice for children or for the general public that tested well with actual readers? I will trade ours when it exists.`,
    areas: ['Privacy and data protection', 'Artificial intelligence'],
    geographies: ['Canada'],
    replies: [
      re(
        'kwame',
        `We have one for teenage research participants. Tested with two school classes; they crossed out every sentence that started with "we may". I will clear it and post it.`,
        { likes: 7, id: 'k' },
      ),
      re('noor', `"We may" is half of my draft.`, { to: 'k', likes: 9 }),
      re(
        'johanna',
        `Ours for household customers has a drawing of where the data goes: meter, us, grid operator, and a crossed-out arrow to everybody else. People remember the crossed-out arrow.`,
        { likes: 5 },
      ),
    ],
  },
  {
    by: 'dana',
    network: 'legal',
    at: '2d 16:20',
    likes: 12,
    topic: 'Ransomware playbook: who may decide to pay, and how fast can you reach them?',
    text: `We ran our exercise yesterday at 05:30 without warning. The technical side was excellent. The decision side was not: the playbook says "CEO after consulting the board", the CEO was in the air, and nobody knew who came next.

Three questions.

1. Who holds the decision in your company, and who is second and third?
2. Do you take sanctions advice before the decision, or is a firm on call?
3. Do you keep the playbook anywhere that would survive the event? Ours lived on the file share we had just "lost".`,
    areas: ['Cybersecurity', 'Crisis management'],
    replies: [
      re(
        'marcus',
        `Decision: CEO, then CFO, then me. In writing, with phone numbers, on a laminated card. The card was mocked until the day the directory was down.

Sanctions: a firm on retainer with a four-hour promise. We test the promise once a year, at night. It has been kept twice and missed once; after the miss the fee was reduced, so at least it is a real promise.`,
        { likes: 16, id: 'm', after: 0.6 },
      ),
      re(
        'astrid',
        `We took the lawyer out of the chain of decision on purpose. The GC advises; somebody who advises should not also be third in line to decide. In our exercise the person playing me froze for exactly that reason.`,
        { likes: 12, id: 'as', after: 1 },
      ),
      re('marcus', `That is a better answer than ours. Changing it.`, { to: 'as', likes: 8, after: 0.4 }),
      re(
        'mei',
        `Ships, so a different angle: our insurers must consent before any payment and their hotline is closed on Sundays in one time zone. Check the consent wording and the hours of the people who give it.`,
        { likes: 10, after: 2, id: 'mei' },
      ),
      re(
        'dana',
        `@{mei} I checked. Ours is staffed around the clock, but by people who may only take a message. Thank you, I think.`,
        { to: 'mei', likes: 7, after: 1 },
      ),
      re(
        'aisha',
        `Paper. Two binders, two homes, updated every quarter. Our auditors found it quaint and then asked for a copy.`,
        { likes: 9, after: 3 },
      ),
      re(
        'helen',
        `On the third question, also keep the contact list of your regulators outside. We could have restored everything except the knowledge of whom to call.`,
        { likes: 4 },
      ),
      privateComposers(
        'bronwyn',
        `Dana, from the other side of the fence in an earlier life: regulators remember whether the first call was early and incomplete, or late and polished. Choose early.`,
      ),
    ],
  },
  {
    by: 'elena',
    network: 'legal',
    at: '3d 09:30',
    topic: 'Influencer posted before the contract was signed, product recalled after',
    text: `She posted on Monday, we signed on Wednesday, the recall came on Friday. She refuses to delete because the agreement says content stays up for six months. I cannot decide whether to laugh. Is there anything better than asking nicely?`,
    areas: ['Commercial contracts', 'Crisis management'],
    geographies: ['Italy'],
    replies: [
      re(
        'siobhan',
        `Ask nicely, in a form that she can post. "We recalled it, here is how to return yours" made one of ours look better than the campaign ever did.`,
        { likes: 10 },
      ),
      re('hannah', `And add a takedown right for safety reasons to the template today, while marketing remembers.`, {
        likes: 6,
      }),
      re('elena', `She posted Siobhán's version an hour ago, with a dog in it. Closing this one.`, { likes: 13 }),
    ],
  },
  {
    by: 'tomas',
    network: 'legal',
    at: '2d 17:40',
    topic: 'New here: what would you set up first as a company’s first lawyer?',
    text: `I joined an electric-scooter company of 300 people as its first lawyer three weeks ago. I have found eleven versions of the customer terms, no register of contracts, and a drawer. Budget for one tool and one hire next year. What would you do in the first ninety days, and what would you leave alone on purpose?`,
    areas: ['Legal operations'],
    geographies: ['Mexico'],
    likes: 5,
    replies: [
      re(
        'ben',
        `Was in your seat two years ago. First: signature authority. One page, who may sign what. Everything else gets easier when contracts stop appearing.`,
        { likes: 12, id: 'b', after: 0.5 },
      ),
      re(
        'nathan',
        `I am eight months ahead of you and would say the drawer. It held our only lease with a break date. Read the drawer.`,
        { likes: 9, after: 1 },
      ),
      re(
        'tessa',
        `Do not buy the tool yet. Keep a list in a spreadsheet for one quarter: what came in, from whom, how long it took. Then you will know which tool, and your CFO will believe you.`,
        { likes: 15, after: 1 },
      ),
      re(
        'david',
        `Leave alone on purpose: the employee handbook. It is terrible and it can be terrible until spring.`,
        { likes: 7 },
      ),
      re(
        'tomas',
        `Thank you all. @{ben} do you have your page in a form you could share? Ours would have to be in Spanish, but the logic travels.`,
        { to: 'b' },
      ),
      privateComposers('ben', `Sent to your mail. The trick is the last line: "if in doubt, you may not sign".`, {
        to: 'b',
      }),
      re('ruth', `Welcome, Tomás. A note for everyone else: this is what a good first question looks like.`, {
        likes: 4,
      }),
    ],
  },
  {
    by: 'derek',
    network: 'legal',
    at: '4d 11:00',
    review: 'rejected',
    topic: 'Discount on media law templates for members',
    text: `I am selling a set of 40 advertising templates through a side business. Members of this network get a third off with the code in my profile.`,
  },
  {
    by: 'nathan',
    network: 'legal',
    at: '3d 15:45',
    topic: 'Landlord’s consent for a subtenant: how unreasonable is too unreasonable?',
    text: `Our warehouse landlord has had our subtenant's accounts for seven weeks and keeps asking for "one more year". The lease says consent shall not be unreasonably withheld or delayed, and nothing else. We lose the subtenant at month end.`,
    areas: ['Real estate'],
    geographies: ['Illinois'],
  },
  {
    by: 'carlos',
    network: 'legal',
    at: '4d 10:10',
    topic: 'Board secretary of nineteen SPVs: how do you keep the minutes honest?',
    text: `Nineteen companies, the same three directors, quarterly meetings that last four minutes each. Minutes are prepared beforehand and signed after. It is all proper in form. A lender's counsel recently asked, politely, whether the directors could say what each company does. I would like the answer to be yes.`,
    areas: ['Board and governance'],
    geographies: ['Spain'],
    replies: [
      re(
        'miriam',
        `We give each director a one-page card per company: purpose, lenders, covenants, next hard date, and the one thing that would make it insolvent. They bring the cards. It changed the meetings from four minutes to nine, which is about right.`,
        { likes: 11, id: 'mi' },
      ),
      re(
        'paula',
        `Split them. If a director cannot hold nineteen companies in mind, nineteen is too many. Ours capped at eight after a judge asked your lender's question less politely.`,
        { likes: 8 },
      ),
      re(
        'carlos',
        `The card is brilliant and the cap is right. I will do the first this month and argue for the second in the spring.`,
        { to: 'mi' },
      ),
    ],
  },
  {
    by: 'kwame',
    network: 'legal',
    at: '4d 14:30',
    likes: 6,
    topic: 'DSAR flood after a redundancy round. How are you triaging?',
    text: `Sixty-one access requests in three weeks, all worded alike, all from people leaving in the same restructuring. Plainly coordinated, plainly lawful. Mail alone is 1.3 million items before de-duplication. We have two privacy counsel and a vendor who charges by the gigabyte.

How do you scope without looking as though you are hiding something? And does anyone narrow by agreement, with the union or the claimants' lawyers?`,
    areas: ['Privacy and data protection', 'Employment'],
    geographies: ['United Kingdom', 'European Union'],
    replies: [
      re(
        'siobhan',
        `We narrowed by agreement with the firm behind ours. One letter, offering a defined set within three weeks (personnel file, mails to or from named managers that carry the person's name, the selection scoring) and the rest on request. Almost nobody requested the rest.`,
        { likes: 13, id: 's', after: 1 },
      ),
      re(
        'victoria',
        `Same experience. Two warnings. Do it before the first deadline, because afterwards it looks like an excuse. And do not make the offer conditional on dropping anything.`,
        { to: 's', likes: 8 },
      ),
      re(
        'matthias',
        `The selection scoring is what they want. Give it early and well explained; the mails are pressure. In our case the works council had already seen the scoring, so there was nothing left to fight about.`,
        { likes: 6 },
      ),
      re('kwame', `The scoring sheet exists in nine versions, which is a separate conversation I am about to have.`, {
        likes: 5,
        after: 2,
      }),
      re(
        'johanna',
        `On the vendor: ask for a price per request and not per gigabyte. Ours agreed within an hour, which told me what the margin had been.`,
        { likes: 10 },
      ),
      privateComposers(
        'grace',
        `Kwame, legal has unspent budget in the Q4 contingency. Ask me before you ask the vendor.`,
      ),
    ],
  },
]
