import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const legalQuickQuestions: ThreadSeed[] = [
  {
    by: 'helen',
    network: 'legal',
    at: '1d 14:50',
    likes: 3,
    topic: 'Terminating a distributor after nineteen years. Letter, visit, or both on the same day?',
    text: `Family firm, third generation, sales halved, and they carry a competitor's line in all but name. Contract allows twelve months' notice without cause. My commercial colleagues want to send it by courier on a Friday. I have asked for a week.`,
    areas: ['Commercial contracts'],
    geographies: ['Illinois', 'United States'],
    replies: [
      re(
        'marcus',
        `Visit, with the letter in your bag, and leave it on the table at the end. Never on a Friday. They will have a weekend to be hurt and no one to ring.`,
        { likes: 14, after: 1 },
      ),
      re(
        'elena',
        `Check dealer-protection statutes and goodwill compensation for each territory before the visit. In several places your "without cause" will turn out to have a price.`,
        { likes: 9, after: 1.5 },
      ),
      re(
        'paula',
        `Offer help with the handover in the same conversation. Twelve months is a long time to be served by someone you have dismissed.`,
        { likes: 7, after: 2, id: 'p' },
      ),
      privateComposers(
        'george',
        `Helen, I found the 2009 side letter. It gives them eighteen months. It was in the other drawer.`,
        { after: 1 },
      ),
      re(
        'helen',
        `@{paula} yes. I also have reason, as of an hour ago, to think that twelve months is not the number. Visit on Tuesday.`,
        { to: 'p', likes: 6, after: 0.5 },
      ),
      re(
        'rafael',
        `In my market I would expect a claim whatever you write, so write as if the judge were already reading over your shoulder.`,
        { likes: 4, review: 'waiting', after: 3 },
      ),
      re('derek', `I know a broker who buys out such distributors. Contact me for his rates.`, {
        review: 'rejected',
        after: 1,
      }),
      re(
        'carlos',
        `(Sent from my phone.) In Spain goodwill compensation is the usual argument even for distributors. Do not rely on the choice of law alone.`,
        { review: 'waiting', source: 'other', after: 0.5 },
      ),
    ],
  },
  {
    by: 'siobhan',
    network: 'legal',
    at: '2d 10:05',
    topic: 'Is anyone’s audit committee asking legal for a view on AI in financial reporting?',
    text: `Ours has asked for "assurance from legal" that no generative tool touched the annual report. I can assure them of what I touched.`,
    areas: ['Audit and controls', 'Artificial intelligence', 'Board and governance'],
    replies: [
      re(
        'bronwyn',
        `We gave a description and not an assurance: which tools are allowed where, who attests to what, how exceptions are reported. Finance signs for finance.`,
        { likes: 11 },
      ),
      re('miriam', `The word "assurance" belongs to other people, who charge for it. Give them a list.`, {
        likes: 14,
        id: 'm',
      }),
      re('siobhan', `A list it is. They have taken it well, and asked that the auditor be sent the same question.`, {
        to: 'm',
        likes: 5,
      }),
    ],
  },
  {
    by: 'yael',
    network: 'legal',
    at: '5d 08:15',
    type: 'poll',
    topic: 'Poll: do your engineers get invention disclosure bonuses, and do they work?',
    text: `Ours pay on filing. We receive many disclosures in December.`,
    areas: ['Intellectual property'],
    geographies: ['Israel'],
    replies: [
      re(
        'priya',
        `Half on filing, half on grant, and a dinner for anyone whose patent was cited by a competitor. The dinner is what they talk about.`,
        { likes: 13 },
      ),
      re(
        'matthias',
        `Here the inventor has a statutory claim to remuneration in any case. The bonus buys us the peace of not calculating it. Worth it.`,
        { likes: 8 },
      ),
      re(
        'kenji',
        `Thanks, in public, by the president, with the device in the room. And a sum by law which nobody mentions.`,
        { likes: 10 },
      ),
      re('yael', `Device in the room. We shall try it for the December flood.`, { likes: 4 }),
    ],
  },
  {
    by: 'tessa',
    network: 'legal',
    at: '6d 09:10',
    topic: 'Contract system migration: what to leave behind',
    text: `14,000 documents, of which perhaps 3,000 live. The vendor charges per document and so wants all of them. The lawyers want all of them "to be safe". I want the 3,000 and a cupboard.`,
    areas: ['Legal operations'],
    geographies: ['Netherlands'],
    likes: 4,
    replies: [
      re(
        'grace',
        `Migrate what has an obligation after today. Archive the rest, searchable, read-only, cheap. In two years I have opened the archive nine times and been right to have it nine times.`,
        { likes: 12, id: 'g' },
      ),
      re(
        'lukasz',
        `Ask each lawyer to name five contracts they would need at once. We did. Nobody could name five which were not among the live ones.`,
        { likes: 9 },
      ),
      re(
        'george',
        `Whatever you migrate, migrate amendments with their parents. Ours arrived as orphans and I spent a summer as a social worker.`,
        { likes: 16 },
      ),
      re(
        'tessa',
        `"Obligation after today" produces 3,240. I enjoyed saying the figure in a meeting. Thank you, @{grace}.`,
        { to: 'g', likes: 7 },
      ),
    ],
  },
  {
    by: 'ben',
    network: 'legal',
    at: '7d 18:00',
    topic: 'Employee in a state where we have no entity, since March, and nobody told me',
    text: `She moved in with her fiancé. Payroll found out from a parking ticket.`,
    areas: ['Employment', 'Tax'],
    geographies: ['United States'],
    replies: [
      re(
        'hannah',
        `Register, catch up on withholding, be kind to her. It is nearly always cheaper than it looks on the first evening. And then ask who else.`,
        { likes: 11, id: 'h' },
      ),
      re(
        'noor',
        `We ask each quarter, by a form with one question: where did you sleep most? It has a wonderful answer rate, for reasons I do not examine.`,
        { likes: 15 },
      ),
      re('ben', `Asked. Three more. One in Portugal.`, { to: 'h', likes: 20 }),
      re('carlos', `We also have one in Portugal. Perhaps they know each other.`, { likes: 17 }),
    ],
  },
  {
    by: 'layla',
    network: 'legal',
    at: '10d 05:40',
    likes: 5,
    topic: 'Bilingual contracts: which text governs when both are wrong?',
    text: `English prevails, says the English. The Arabic prevails, says the Arabic. Signed by both, stamped, performed for four years. The dispute is of course about the one sentence in which the two versions differ. Before counsel spends a fortune: has anybody argued from performance alone?`,
    areas: ['Commercial contracts', 'Litigation'],
    geographies: ['United Arab Emirates'],
    replies: [
      re(
        'camille',
        `Performance, and the drafts. In ours a covering mail from a trainee explained why the sentence had been changed in one version only. She is a partner now and was not pleased to be cited.`,
        { likes: 12 },
      ),
      re(
        'carlos',
        `Find out in which language the people actually spoke. Ours negotiated in French, a language that appears nowhere in the contract.`,
        { likes: 10, id: 'c' },
      ),
      re('layla', `@{carlos} Italian, I now learn. Both engineers were from Bari.`, { to: 'c', likes: 18 }),
      privateComposers(
        'mei',
        `Layla, there was a similar award in our trade. Unpublished, but I may tell you on the telephone how the tribunal reasoned, in general terms.`,
      ),
    ],
  },
  {
    by: 'johanna',
    network: 'legal',
    at: '66d 07:50',
    topic: 'Procurement challenge by a bidder who came fourth',
    text: `Why fourth? He cannot win even if he is right. My theory is that he wants the winner's prices through disclosure. Has somebody kept prices sealed through a review?`,
    areas: ['Procurement', 'Litigation'],
    geographies: ['Nordics'],
    replies: [
      re(
        'oliver',
        `Ask for a confidentiality ring on the first day and offer to disclose the scoring but not the prices. We kept them sealed. He withdrew once it was clear that he would see only his own marks.`,
        { likes: 10 },
      ),
      re('johanna', `He withdrew on hearing the word "ring". Theory confirmed, or he dislikes jewellery.`, {
        likes: 12,
        after: 190,
      }),
    ],
  },
]
