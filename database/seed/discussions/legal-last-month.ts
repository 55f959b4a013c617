import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const legalLastMonth: ThreadSeed[] = [
  {
    by: 'helen',
    network: 'legal',
    at: '8d 14:10',
    likes: 9,
    topic: 'Who signs below $50k? Delegations of authority, in practice',
    text: `Ours is fourteen pages and every exception has an exception. Sales heads sign up to $25k, except with the word "exclusive", except for renewals, except in Canada. People no longer look; they ask George.

I want one page. What did you cut, and what went wrong after you cut it?`,
    areas: ['Board and governance', 'Commercial contracts'],
    replies: [
      re(
        'lukasz',
        `One page since 2021. Three bands by value, one column "always legal": exclusivity, unlimited liability, personal data outside Europe, anything with a government. What went wrong: people split orders. What fixed it: finance reports any two orders to one vendor in thirty days.`,
        { likes: 14, id: 'l' },
      ),
      re('george', `As the person who is asked: yes please.`, { likes: 17 }),
      re('tessa', `Put it in the purchasing system and not in a policy. Ours cannot be read, only obeyed.`, {
        likes: 8,
        id: 't',
      }),
      re(
        'oliver',
        `Careful with that, Tessa. When the system was wrong for a week, nobody could say what the rule was, because it existed only as configuration. Keep one page and make the system match it.`,
        { to: 't', likes: 9 },
      ),
      re('tessa', `Conceded. We had that week too; I had managed to forget it.`, { to: 't', likes: 3 }),
      re(
        'amara',
        `In a group with nine regulators I could not get below three pages. But the first page covers most of what happens, and the other two carry a warning on top: "if you are reading this, call us".`,
        { likes: 6 },
      ),
      re('helen', `Draft is one page and a half. The half is Canada.`, { likes: 12 }),
    ],
  },
  {
    by: 'matthias',
    network: 'legal',
    at: '9d 08:20',
    likes: 5,
    topic: 'Works council wants co-determination over an AI writing assistant. Pilot starts in three weeks',
    text: `Engineering wants a writing assistant for 200 people. The tool logs prompts for thirty days. The works council says this is a technical device suited to monitor behaviour and performance, and they are right under the case law. IT says nobody will ever look at the logs, which is exactly the sentence that makes it worse.

I have three weeks. Framework agreement, single agreement for the pilot, or talk the business into waiting?`,
    areas: ['Employment', 'Artificial intelligence'],
    geographies: ['Germany'],
    replies: [
      re(
        'paula',
        `A pilot agreement of two pages with an end date. It says what is logged, who can see it, that no measure against an employee may rest on it, and that everything ends on the date unless both sides sign again. Councils sign end dates.`,
        { likes: 12, id: 'p' },
      ),
      re(
        'camille',
        `Different law here, same experience: invite them to the vendor demonstration. Ours asked two questions that our own security people had missed.`,
        { likes: 7 },
      ),
      re(
        'matthias',
        `@{paula} did you allow aggregated usage figures? Management wants to know whether the licences are used at all.`,
        { to: 'p', after: 3 },
      ),
      re(
        'paula',
        `Yes, per department of at least fifteen people, monthly. They wanted twenty-five, we said five, and then everyone had lunch.`,
        { to: 'p', likes: 8 },
      ),
      re(
        'johanna',
        `I would still consider the framework. We signed four single agreements in a year and each one reopened the last.`,
        { likes: 4, id: 'j' },
      ),
      re(
        'matthias',
        `Framework after the pilot, with the pilot's text as a base. Signed yesterday. Two pages, as advised, and a third with the word "emergency", which was theirs.`,
        { to: 'j', likes: 6, after: 70 },
      ),
    ],
  },
  {
    by: 'yael',
    network: 'legal',
    at: '10d 07:45',
    topic: 'Open source in firmware: who keeps the list, engineering or legal?',
    text: `A customer's auditor asked for our component list for firmware shipped in 2022. Engineering has a build file, legal has a spreadsheet; they disagree on 37 entries. The auditor is coming back in ten days.`,
    areas: ['Intellectual property'],
    geographies: ['Israel'],
    replies: [
      re(
        'ben',
        `The build is the truth. The spreadsheet is a wish. Generate from the build, reconcile the 37 by hand, and tell the auditor that you did; they have seen worse.`,
        { likes: 9 },
      ),
      re(
        'priya',
        `Agree, with one addition: check that the 2022 build still builds. Ours did not, and we reported from a list we could no longer reproduce.`,
        { likes: 8, id: 'p' },
      ),
      re('yael', `It builds on one machine, under someone's desk. We are now being very nice to that machine.`, {
        to: 'p',
        likes: 15,
      }),
    ],
  },
  {
    by: 'astrid',
    network: 'legal',
    also: ['thesuite'],
    at: '11d 09:00',
    likes: 8,
    topic: 'Anonymous report names a director. Who is allowed to know?',
    text: `Our speak-up policy says reports go to the compliance officer and the audit committee chair. A report last week concerns the audit committee chair's own expenses. The fallback in the policy is "the board", of which he is a member. I have told nobody but outside counsel for two days and that cannot last.`,
    areas: ['Compliance and ethics', 'Investigations', 'Board and governance'],
    replies: [
      re(
        'johanna',
        `Senior independent director if you have one, otherwise the board chair alone, in person, with counsel in the room. Log the time. Do not use mail: assistants read it.`,
        { likes: 13 },
      ),
      re(
        'bronwyn',
        `I agree with the chair, with one test first: is the chair the director's friend? Not a rumour, a fact you know. If so, the longest-serving independent. Write down why you chose.`,
        { likes: 11, id: 'b' },
      ),
      re('astrid', `They sail together. Independent director it is.`, { to: 'b', likes: 6 }),
      re(
        'siobhan',
        `Fix the policy before the case is over, while people still remember that the gap was real. "Reports about a person never reach that person" is a whole policy in one sentence.`,
        { likes: 14 },
      ),
      privateComposers(
        'miriam',
        `Astrid, if you need a template for the independent director's mandate letter, I have one that survived a challenge. It is short. I will send it outside this site.`,
      ),
      re(
        'paula',
        `One dissent, for the record. Two days of telling nobody was right. I have seen people rush to inform "somebody senior" and choose badly.`,
        { likes: 7 },
      ),
    ],
  },
  {
    by: 'hannah',
    network: 'legal',
    at: '12d 15:30',
    topic: 'Security questionnaire with 412 questions. Do you refuse, charge, or surrender?',
    text: `The customer is worth it, barely. Sales has promised it for Thursday. Nobody in the company can answer question 288 and I doubt the customer could.`,
    areas: ['Procurement', 'Cybersecurity'],
    replies: [
      re(
        'dana',
        `We send our standard pack and a polite note: "we answer up to forty further questions; please choose". They always choose fewer than forty.`,
        { likes: 18 },
      ),
      re('ben', `Stealing Dana's forty.`, { likes: 6 }),
      re(
        'noor',
        `I have been the customer. Nobody chose the 412. They accumulated. If you ask which ones they would act on, you make a friend in their security team.`,
        { likes: 9, id: 'n' },
      ),
      re('hannah', `They chose twenty-six. Number 288 was not among them and we shall never know.`, {
        to: 'n',
        likes: 12,
        after: 30,
      }),
    ],
  },
  {
    by: 'tessa',
    network: 'legal',
    at: '14d 10:00',
    type: 'poll',
    likes: 3,
    topic: 'Poll: e-billing. Did it save more than it cost in the first year?',
    text: `Considering it for eleven firms and roughly nine hundred invoices a year. I suspect the saving comes from having guidelines at all, and that the system only makes them visible.`,
    areas: ['Legal operations', 'Outside counsel'],
    replies: [
      re(
        'grace',
        `Yes, clearly, but you have named the reason. We published guidelines six months before the system, and the larger part of the drop came in those six months.`,
        { likes: 10, id: 'g' },
      ),
      re(
        'victoria',
        `No. Our two largest firms billed us for learning to use it. We struck those lines through, with pleasure, in the system.`,
        { likes: 13 },
      ),
      re('helen', `About even in money. What I kept it for: accruals on the second working day, without begging.`, {
        likes: 8,
      }),
      re(
        'tessa',
        `@{grace} then I shall publish guidelines in January and decide in July. Thank you, that is a budget line I no longer need to defend.`,
        { to: 'g', likes: 5 },
      ),
    ],
  },
  {
    by: 'mei',
    network: 'legal',
    at: '15d 04:10',
    also: ['finance'],
    topic: 'Sanctions clause in charterparties: banks want more than the market form gives',
    text: `Two lenders now ask for a covenant that no vessel will call at a port "associated with" a listed person. Associated by whom? Owners in our trade will not accept it, and I cannot blame them. How are others describing the standard: actual knowledge, reasonable enquiry, something else?`,
    areas: ['Sanctions and trade', 'Debt and covenants'],
    geographies: ['Singapore'],
    replies: [
      re(
        'layla',
        `Reasonable enquiry, and then define it: name the two screening sources, the moment of screening (nomination, and again 48 hours before arrival), and say that a clean result satisfies the duty. A lender that refuses a defined duty wants insurance and not a covenant.`,
        { likes: 12, id: 'la' },
      ),
      re('marcus', `Layla's text with one more sentence: no deemed knowledge from press reports.`, {
        to: 'la',
        likes: 7,
      }),
      re(
        'simone',
        `From the borrower's finance side: ask what happens on breach. Ours went straight to an event of default. We got a thirty-day cure by "ceasing to trade with the vessel", which is what anyone would do anyway.`,
        { likes: 9, id: 'si' },
      ),
      re(
        'mei',
        `Cure period accepted this morning by one of the two. The other is "considering", which in this bank takes a quarter.`,
        { to: 'si', likes: 4, after: 40 },
      ),
    ],
  },
  {
    by: 'rafael',
    network: 'legal',
    at: '16d 13:20',
    topic: 'Eight hundred labour claims: provisioning by portfolio or by case?',
    text: `Our auditors want case-by-case assessments for every claim above a threshold that covers two thirds of them. We have always done it statistically by type of claim and region, and been close. I would welcome arguments that worked with auditors, from any jurisdiction with mass claims.`,
    areas: ['Litigation', 'Financial reporting'],
    geographies: ['Brazil'],
    replies: [
      re(
        'paula',
        `Back-test three years and show the error by class. Ours accepted the portfolio method after we offered case-by-case for a random sample each quarter. The sample costs little and keeps everybody honest.`,
        { likes: 9, id: 'p' },
      ),
      re(
        'bronwyn',
        `Insurers do this for a living. Borrow an actuary for a week. The report with an actuary's name ended our discussion before it began.`,
        { likes: 7 },
      ),
      re('rafael', `The sample is a beautiful idea. I am going to propose sixty a quarter and settle for eighty.`, {
        to: 'p',
        likes: 5,
      }),
    ],
  },
  {
    by: 'victoria',
    network: 'legal',
    at: '18d 11:15',
    likes: 6,
    topic: 'Interviewing employees in an internal investigation when they ask for their own lawyer',
    text: `Third interview of seven. The witness, not a suspect, asked for a lawyer and asked whether we would pay. We said yes to the first and "let us think" to the second. She then asked whether the others had lawyers. I would like a rule before the fourth interview.`,
    areas: ['Investigations', 'Employment'],
    geographies: ['United Kingdom'],
    replies: [
      re(
        'oliver',
        `Rule that served us in an inquiry: anyone may bring a lawyer or a colleague; we pay a fixed modest sum for anyone whom we ask to attend; nobody is told who has used it. Same letter for all, sent before the first interview. For you, before the fourth, with a line that it applies to the earlier three.`,
        { likes: 13 },
      ),
      re(
        'dana',
        `We also say in the letter what the company will not pay for, namely advice on a claim against the company. Otherwise you find out later that you did.`,
        { likes: 8, id: 'd' },
      ),
      re('victoria', `Letter sent to all seven. @{dana} your sentence is in it, softened by one adjective.`, {
        to: 'd',
        likes: 4,
        after: 26,
      }),
      re(
        'matthias',
        `For completeness: here the works council member may be asked to attend. Nobody on our side had thought of it until the witness did.`,
        { likes: 3 },
      ),
    ],
  },
  {
    by: 'david',
    network: 'legal',
    at: '20d 09:50',
    topic: 'Contractor’s employee injured on our site, contractor has vanished',
    text: `Company deregistered two months before the accident, still invoicing, still paid by us. I know. Insurance notified. What do I owe to the family this week, before I know what I owe in law?`,
    areas: ['Litigation', 'Insurance', 'Crisis management'],
    geographies: ['South Africa'],
    likes: 4,
    replies: [
      re(
        'oliver',
        `A visit, by somebody senior, without a lawyer. A named person who answers the phone. The hospital bill paid now and argued about later, with your insurer told beforehand so that nobody calls it an admission. In twenty years I have never regretted the visit.`,
        { likes: 21 },
      ),
      re('amara', `What Oliver says. And stop paying the contractor today; somebody is collecting that money.`, {
        likes: 11,
      }),
      re(
        'david',
        `Visited yesterday with our mine manager. Nothing was asked of us except whether the brother could have the job back that he had lost by missing shifts. He could.`,
        { likes: 19, after: 50 },
      ),
    ],
  },
  {
    by: 'aisha',
    network: 'legal',
    at: '22d 06:30',
    type: 'recommendation_request',
    topic: 'Recommend a translator for regulatory filings, English and Swahili, legal register',
    text: `Two agencies have given us Swahili that reads like an instruction manual. The regulator noticed. I need a person, not a portal.`,
    geographies: ['Kenya'],
    replies: [
      re(
        'amara',
        `I know a retired court interpreter in Mombasa who takes on four clients. I will ask whether she has room for a fifth.`,
        { likes: 6 },
      ),
      privateComposers(
        'david',
        `The agency we use in Johannesburg has one excellent Swahili lawyer-linguist. Ask for her by name; I will send it by mail.`,
      ),
    ],
  },
  {
    by: 'kenji',
    network: 'legal',
    at: '24d 02:20',
    likes: 5,
    topic: 'Quality dispute with a long-standing customer: when did you stop writing letters and visit?',
    text: `A customer of thirty years rejected two lots and has sent three letters, each drafted by a more senior person. Our sales director believes one more letter will settle it. I believe that each letter makes a visit harder. In our culture the visit has to come before positions are written down, and we may already be late.`,
    areas: ['Commercial contracts'],
    geographies: ['Japan'],
    replies: [
      re(
        'helen',
        `We stopped after the second letter in a similar case. The plant managers met, without us, and came back with a sampling plan. Our contribution was one page that said the meeting was without prejudice.`,
        { likes: 10 },
      ),
      re('paula', `It is never too late for engineers to meet engineers. It is often too late for lawyers to.`, {
        likes: 16,
        id: 'p',
      }),
      re(
        'kenji',
        `I have quoted @{paula} to the sales director, with attribution to "an experienced German colleague". The visit is on Thursday.`,
        { to: 'p', likes: 8, after: 20 },
      ),
      re(
        'kenji',
        `It went well. The cause was a change in their own coating supplier, and they told us so themselves before we asked. None of that would ever have been put in a letter.`,
        { to: 'p', likes: 14, after: 120 },
      ),
    ],
  },
]
