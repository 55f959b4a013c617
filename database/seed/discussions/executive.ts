import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const executiveThreads: ThreadSeed[] = [
  {
    by: 'ingrid',
    network: 'executive',
    at: '190m',
    likes: 6,
    topic: 'Telling a good deputy that she will not get the job',
    text: `She has acted as terminal director for five months and done it well. The board prefers an outside candidate, and on balance I agree. I tell her tomorrow. She will ask what she could have done differently, and the honest answer is "be ten years older", which is not an answer. How did you do this and keep the person?`,
    areas: ['Succession and talent'],
    replies: [
      re(
        'catherine',
        `Tell her what the other person has, and not what she lacks. And bring something that is hers: a date, a bigger job, a sponsor on the board. If you have nothing to bring, expect her to leave, and help her do it well.`,
        { likes: 14, after: 0.4, id: 'c' },
      ),
      re(
        'graham',
        `I was that deputy once. I was told in a corridor. Twenty-two years later I can still describe the carpet. Sit down with her.`,
        { likes: 21, after: 0.3 },
      ),
      re(
        'anneliese',
        `Let her hear it before the candidate signs. Otherwise you are asking for her blessing after the wedding.`,
        { likes: 9, after: 0.5 },
      ),
      re(
        'ingrid',
        `@{catherine} I have something: the Rotterdam build, from May, reporting to me. I had planned to mention it a week later, to let the news settle. I now think that this was cowardice dressed as tact.`,
        { to: 'c', likes: 12, after: 0.4 },
      ),
    ],
  },
  {
    by: 'henrik',
    network: 'executive',
    at: '2d 08:10',
    likes: 4,
    topic: 'Half the management team works from elsewhere. What do you insist on doing in one room?',
    text: `Seven people, four countries. We have settled into calls that inform everyone and decide nothing. I can have them together eight days a year without a mutiny. What belongs in those eight days?`,
    areas: ['Succession and talent'],
    replies: [
      re(
        'peter',
        `Disagreements. Everything we agree about can be mailed. We collect conflicts in a list, and the list is the agenda.`,
        { likes: 13 },
      ),
      re(
        'rohan',
        `Two of our days are with customers, all of us, same customer. It settles arguments that calls had kept alive for months.`,
        { likes: 8 },
      ),
      re('lucia', `One dinner with no purpose. Guard it against your chief of staff.`, { likes: 11, id: 'l' }),
      re('henrik', `My chief of staff had proposed a working dinner. @{lucia} has been quoted.`, { to: 'l', likes: 7 }),
    ],
  },
  {
    by: 'rohan',
    network: 'executive',
    at: '4d 17:30',
    topic: 'After an outage: how public do you make the cause?',
    text: `Four hours, our own fault, a certificate that expired. Customers have the short version. Engineering wants to publish the whole thing, names of systems included. Legal wants a paragraph. Both have been courteous, which worries me.`,
    areas: ['Crisis management', 'Cybersecurity'],
    replies: [
      re(
        'adaeze',
        `Publish what a customer needs to trust the fix, and leave out what an attacker needs. In our case that was about 80 % of what engineering wrote, and legal, once asked to strike only things that would hurt us in a claim, struck two adjectives.`,
        { likes: 15 },
      ),
      re('graham', `Railway rule: facts within a day, causes when known, opinions never.`, { likes: 17 }),
      re('emily', `Let an engineer sign it. Customers forgive people faster than they forgive brands.`, {
        likes: 12,
        id: 'e',
      }),
      re(
        'rohan',
        `Signed by the engineer who found it. More replies from customers than to any campaign of the last year, nearly all kind.`,
        { to: 'e', likes: 14, after: 44 },
      ),
    ],
  },
  {
    by: 'joao',
    network: 'executive',
    at: '6d 12:20',
    type: 'poll',
    topic: 'Poll: how many levels between you and the person who touches the product?',
    text: `We found seven. On paper there were five. The other two were "coordinators".

And, if you have taken a level out: what did it do that you had not noticed?`,
    areas: ['Succession and talent'],
    geographies: ['Brazil'],
    replies: [
      re(
        'ingrid',
        `Four. We removed shift coordinators and discovered that they were the ones who knew which crane to distrust. We hired two back, as trainers.`,
        { likes: 13 },
      ),
      re(
        'anneliese',
        `Four since 1961, I am told. We tried five in the nineties and speak of it as others do of a flood.`,
        { likes: 16 },
      ),
      re('joao', `Ingrid's cranes are our silos. I shall ask them what they know before I ask them to leave.`, {
        likes: 9,
      }),
    ],
  },
  {
    by: 'emily',
    network: 'executive',
    at: '9d 10:40',
    topic: 'Price rise on a loved product. Announce, or let the shelf do it?',
    text: `Six per cent on the tea that people's grandmothers bought. Finance would have the shelf speak. I would rather write a letter. The letter can go badly wrong; the shelf goes only a little wrong.`,
    areas: ['Pricing'],
    replies: [
      re(
        'lucia',
        `If the recipe is unchanged, say so on the pack. People assume the worst, that you raised the price and also made it smaller.`,
        { likes: 11 },
      ),
      re(
        'sanjay',
        `We wrote to our distributors a month ahead with the cost of yarn over five years on one chart. Two wrote back to ask why we had waited. A letter works when it shows arithmetic and fails when it shows feelings.`,
        { likes: 13, id: 's' },
      ),
      re(
        'emily',
        `One chart, leaf price over five years, on the back of the pack. Finance calls it the cheapest advertising we have done.`,
        { to: 's', likes: 10, after: 90 },
      ),
    ],
  },
  {
    by: 'graham',
    network: 'executive',
    also: ['legal'],
    at: '12d 09:30',
    likes: 7,
    topic: 'Appearing before a committee of inquiry. What helped you on the day?',
    text: `Second appearance, first as the person in charge. Counsel has given me 300 pages and the advice to be myself. I can do one of the two.`,
    areas: ['Crisis management', 'Investigations'],
    geographies: ['United Kingdom'],
    replies: [
      re(
        'susan',
        `Visit the room the day before and sit in the chair. Learn ten facts and not 300 pages: the ten that a reasonable person would be angry if you did not know.`,
        { likes: 19, id: 's' },
      ),
      re(
        'oliver',
        `His own counsel here, so with care: the shortest true answer. Then stop. Silence is theirs to fill.`,
        { likes: 16 },
      ),
      re(
        'amara',
        `Say sorry early if you are, in your own words, and not again every ten minutes. The second apology is for yourself.`,
        { likes: 14 },
      ),
      re(
        'graham',
        `Done. I knew nine of the ten facts and said "I do not know, I shall write to you by Friday" to the tenth. I am told that was the part which went well.`,
        { to: 's', likes: 22, after: 130 },
      ),
    ],
  },
  {
    by: 'catherine',
    network: 'executive',
    at: '18d 14:00',
    likes: 5,
    topic: 'Pilots’ union publishes our opening offer with commentary. Respond or continue?',
    text: `The commentary is unfair in two places and correct in one. My communications team has a rebuttal ready. The mediator asked both sides for silence, a week ago.`,
    areas: ['Employment', 'Crisis management'],
    geographies: ['Canada'],
    replies: [
      re(
        'graham',
        `Continue. Keep the rebuttal in a drawer. In thirty years of this I never saw a settlement brought closer by a correct press release.`,
        { likes: 15 },
      ),
      re(
        'henrik',
        `I would correct it to your own people though, in person. They read it as well, and silence from you reads like agreement.`,
        { likes: 12, id: 'h' },
      ),
      re('catherine', `Town hall tonight, no paper. And I shall say that they are right in the one place.`, {
        to: 'h',
        likes: 14,
      }),
      privateComposers(
        'patrick',
        `Catherine, we costed a clause like your one place last year. It came out far lower than the first model said, since so few people used it. Have it rerun before tonight.`,
      ),
    ],
  },
  {
    by: 'lucia',
    network: 'executive',
    at: '26d 11:10',
    topic: 'Seven years for a permit: what do you tell the team in year four?',
    text: `Forty people have worked on one wind farm longer than some have been married. Nothing to show but folders. A competitor with a worse site got lucky. Money is fine. Spirits are not.`,
    areas: ['Succession and talent'],
    geographies: ['Spain'],
    likes: 6,
    replies: [
      re(
        'peter',
        `Give them something that finishes. We let every team run a small project with an end in the same quarter, a shed even. People who never finish anything forget that they can.`,
        { likes: 12 },
      ),
      re(
        'fatima',
        `In concessions we celebrate submissions and not awards. A submission depends on us, an award depends on a minister's knee.`,
        { likes: 15 },
      ),
      re('lucia', `We had a party for 4,100 pages on Friday. The knee was toasted.`, { likes: 18, after: 180 }),
    ],
  },
  {
    by: 'peter',
    network: 'executive',
    at: '37d 15:30',
    type: 'document_request',
    topic: 'A strategy on one page that members or staff could actually repeat',
    text: `Ours has four pillars, sixteen initiatives and a picture of a silo. I asked nine members in the car park what it says. One of them mentioned the silo.`,
    areas: ['Board and governance'],
    replies: [
      re(
        'anneliese',
        `Ours is three sentences on a card: what we build, what we do not build, whom we answer to. My grandfather wrote two of them. I will post a picture.`,
        { likes: 14 },
      ),
      re(
        'henrik',
        `The second sentence of Anneliese's card is the one to envy. We spent a winter on what we do not build, and lost a director over it, rightly.`,
        { likes: 9 },
      ),
    ],
  },
  {
    by: 'adaeze',
    network: 'executive',
    also: ['thesuite'],
    at: '43d 07:00',
    likes: 8,
    topic: 'Founder to manager: which habit did you have to break?',
    text: `Mine: answering. Someone asks, I know, I answer, and one more person stops thinking. My chair counts my answers in meetings, with a pencil. It is humiliating and it works.`,
    areas: ['Succession and talent'],
    replies: [
      re(
        'robert',
        `Mine was walking past. I am not the founder, but I was the engineer, and "walking past" a bench meant that a design changed. I now walk with an appointment.`,
        { likes: 13 },
      ),
      re('joao', `Fixing the machine myself. It was faster. It was always faster, for eleven years.`, { likes: 17 }),
      re('sanjay', `Remembering everyone's salary from when they joined, and being surprised by the present one.`, {
        likes: 20,
      }),
    ],
  },
  {
    by: 'fatima',
    network: 'executive',
    at: '50d 06:40',
    topic: 'Government asks us to hire 300 people by election day',
    text: `Nicely put, by someone who signs our extensions. We need perhaps ninety, by summer. Said no last time and lost a year. I will not do it as asked. I would like a yes that I can defend.`,
    areas: ['Compliance and ethics'],
    geographies: ['Middle East'],
  },
]
