import { privateComposers, re, type ThreadSeed } from './thread.ts'

export const executiveMore: ThreadSeed[] = [
  {
    by: 'graham',
    network: 'executive',
    at: '1d 09:20',
    likes: 5,
    topic: 'What do you do in the first hour after a serious accident?',
    text: `Not the company's procedure; that is good and tested. I mean yourself. Last week I spent the first hour on the telephone and the second one regretting whom I had not called. I should like to have an order of my own before there is a next time, and there is always a next time.`,
    areas: ['Crisis management'],
    replies: [
      re(
        'ingrid',
        `One: the person in charge on site, and I ask only two questions. Who is hurt, and what do you need. Two: I go there. I take the train if I must, because I can read on it and nobody can see me being useless. Three: from the train, the families, if it is known who. The rest has people for it.`,
        { likes: 18, id: 'i' },
      ),
      re(
        'henrik',
        `I write the time on a sheet and what I knew at that time. Later everyone is asked what they knew and when. It also slows me down, which is the true purpose.`,
        { likes: 13 },
      ),
      re('catherine', `Somebody to call the night shift before they read it. We forgot, once. They have not.`, {
        likes: 15,
        id: 'c',
      }),
      re(
        'graham',
        `Those are my three whom I had not called: the site, the night shift, and nobody at home. Thank you all. @{ingrid} the sheet of paper and your two questions are in my coat.`,
        { to: 'i', likes: 14 },
      ),
    ],
  },
  {
    by: 'anneliese',
    network: 'executive',
    at: '7d 07:30',
    topic: 'A customer we have had since 1954 asks for a price we cannot meet',
    text: `They are in difficulty themselves. If I say no they will buy elsewhere and probably worse; if I say yes I tell eleven other customers, who will hear of it, what our prices are worth. My father would have said yes and told nobody. It was easier to tell nobody then.`,
    areas: ['Pricing'],
    geographies: ['Germany'],
    replies: [
      re(
        'sanjay',
        `Not the price, the terms. Give them time, or smaller lots, or your stock on their floor. Those can be given to one and explained to eleven.`,
        { likes: 14, id: 's' },
      ),
      re(
        'joao',
        `Or a different product. We made a plainer one for a mill that could not pay, and six others then wanted it. I do not recommend that without thought.`,
        { likes: 9 },
      ),
      re(
        'anneliese',
        `Stock on their floor, paid as used, for eighteen months, reviewed each quarter over dinner. My father would have approved of the dinner.`,
        { to: 's', likes: 12, after: 45 },
      ),
    ],
  },
  {
    by: 'ingrid',
    network: 'executive',
    also: ['finance'],
    at: '21d 12:10',
    likes: 4,
    topic: 'Capital request process: forty pages for a forklift',
    text: `Anything above €50k goes through the same form as a terminal. My managers now buy forklifts in parts. I would like the form to hurt in proportion.`,
    areas: ['Budgeting and forecasting'],
    geographies: ['Nordics'],
    replies: [
      re(
        'samuel',
        `Three sizes of form: a line, a page, a paper. Replacement of like by like is a line, whatever it costs, provided that it is in the plan. You lose some control and regain the truth.`,
        { likes: 13, id: 's' },
      ),
      re(
        'patrick',
        `And look back. One in five approved requests gets a second visit a year later, drawn by lot. The forms improved by themselves.`,
        { likes: 11 },
      ),
      re('peter', `Our members vote on anything with wheels. Do not tell them that there is another way.`, {
        likes: 16,
      }),
      re(
        'ingrid',
        `Line, page, paper, starting in January, with Patrick's lottery. First forklift approved in one piece.`,
        { to: 's', likes: 15, after: 70 },
      ),
    ],
  },
  {
    by: 'sanjay',
    network: 'executive',
    at: '33d 07:15',
    topic: 'When your children ask whether they should join the company',
    text: `My daughter is twenty-four and good. I joined without being asked, and I have always slightly held it against my father. What did you say, if you have been asked, or what had you wished to be told?`,
    areas: ['Succession and talent'],
    likes: 7,
    replies: [
      re(
        'anneliese',
        `Mine told me: work elsewhere until you have been promoted twice by people who do not know me. I resented it for six years and it has been worth every one of them.`,
        { likes: 19 },
      ),
      re(
        'susan',
        `As an outsider who has chaired two of these: tell her which job is open and who decides, and make sure that it is not you.`,
        { likes: 16, id: 'su' },
      ),
      re('lucia', `I told mine no. He makes guitars. We are both happy and I have a great many guitars.`, {
        likes: 21,
      }),
      re(
        'sanjay',
        `@{susan} it is not me, as of this morning's board. She took it well, and asked what the second promotion would have to be.`,
        { to: 'su', likes: 14, after: 60 },
      ),
      privateComposers(
        'adaeze',
        `Sanjay, if she would like a year somewhere that does not know you at all, I have an operations desk in Kisumu and a very demanding manager.`,
      ),
    ],
  },
]
