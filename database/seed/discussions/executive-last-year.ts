import { re, type ThreadSeed } from './thread.ts'

export const executiveLastYear: ThreadSeed[] = [
  {
    by: 'graham',
    network: 'executive',
    at: '81d 08:30',
    likes: 6,
    topic: 'Apprentices again after twelve years: who teaches when the teachers have retired?',
    text: `We stopped in a bad year and always meant to start again. Forty places are funded, and of those who could teach signalling four are left, all over sixty. Two would rather work on.`,
    areas: ['Succession and talent'],
    geographies: ['United Kingdom'],
    replies: [
      re(
        'anneliese',
        `Pay the four to teach two each, for a year, and nothing else. Then the eight teach forty. It looks slow in the first year only.`,
        { likes: 14, id: 'a' },
      ),
      re('henrik', `We asked the retired. Eleven came back for two days a week, for coffee and a title.`, {
        likes: 12,
      }),
      re('graham', `Four and eight. One of the four has asked for the title as well.`, {
        to: 'a',
        likes: 9,
        after: 90,
      }),
    ],
  },
  {
    by: 'lucia',
    network: 'executive',
    at: '113d 10:00',
    likes: 5,
    topic: 'A town votes on our project in two months. Do you go, send somebody, or stay away?',
    text: `Nine hundred votes, four hundred of them undecided. My people say that a chief executive on the square looks like a siege. The mayor says that nobody has ever come.`,
    areas: ['Crisis management'],
    geographies: ['Spain'],
    replies: [
      re(
        'fatima',
        `Go once, early, without cameras, and stay for the part after the speeches. Send the person who will live there afterwards for the rest.`,
        { likes: 13, id: 'f' },
      ),
      re('ingrid', `And answer the question about the birds yourself. They know who has been briefed.`, { likes: 9 }),
      re('lucia', `Went in the first week. There were three questions about birds. Fifty-eight per cent.`, {
        to: 'f',
        likes: 16,
        after: 900,
      }),
    ],
  },
  {
    by: 'adaeze',
    network: 'executive',
    also: ['thesuite'],
    at: '149d 07:50',
    likes: 7,
    topic: 'Investor director asks my team for figures without telling me',
    text: `Politely, by private message, to three of them. They answered, because he is on the board. Nothing secret. I found out because two sent me different numbers for the same thing.`,
    areas: ['Board and governance', 'Investor relations'],
    geographies: ['Kenya'],
    replies: [
      re(
        'susan',
        `Ring him, assume good manners, and give him a better way: one page on the fifth of each month and a named person for questions. Then tell your team that the named person is the answer. Do not make it about trust before you have made it easy.`,
        { likes: 19, id: 's' },
      ),
      re('robert', `Mine did this. It turned out that our board pack arrived two days before the meeting.`, {
        likes: 11,
      }),
      re('adaeze', `Rang. He apologised before I had finished. One page, the fifth, done.`, {
        to: 's',
        likes: 12,
        after: 26,
      }),
    ],
  },
  {
    by: 'catherine',
    network: 'executive',
    at: '194d 14:20',
    likes: 5,
    topic: 'Exit interviews say "career". What do you ask instead?',
    text: `Sixty-two people left last year, fifty-one of them for "career". Nobody believes it, and the form has a box for it. I would like one question that a person on the last day will answer truthfully.`,
    areas: ['Succession and talent', 'Employment'],
    geographies: ['Canada'],
    replies: [
      re(
        'joao',
        `"When did you first open the other company's page?" They remember the week, and the week is the answer.`,
        {
          likes: 21,
          id: 'j',
        },
      ),
      re('emily', `And ask three months later, by telephone, by somebody they liked.`, { likes: 10 }),
      re('catherine', `The week is nearly always one in which a roster changed. We know what to do now.`, {
        to: 'j',
        likes: 15,
        after: 600,
      }),
    ],
  },
  {
    by: 'henrik',
    network: 'executive',
    at: '238d 09:15',
    likes: 6,
    topic: 'Second-largest customer asks to be told first when something goes wrong',
    text: `Before the others, by an hour. He offers nothing for it, he just asks, and he is right that it would help him. I do not wish to have a list of who is told when.`,
    areas: ['Crisis management'],
    geographies: ['Nordics'],
    replies: [
      re(
        'rohan',
        `Everybody at once, but sooner. We went from four hours to forty minutes, and the question went away.`,
        { likes: 12, id: 'r' },
      ),
      re('henrik', `Fifty minutes at the first try. He rang to thank me, as did the third-largest.`, {
        to: 'r',
        likes: 9,
        after: 340,
      }),
    ],
  },
  {
    by: 'anneliese',
    network: 'executive',
    at: '279d 08:00',
    likes: 8,
    topic: 'Hundred and fiftieth anniversary: what did you do that was not a book?',
    text: `The book exists, for the hundredth, and mentions the years 1933 to 1945 in half a sentence. I would like to do better and have no idea how one does that with cake.`,
    areas: ['Board and governance'],
    geographies: ['Germany'],
    replies: [
      re(
        'susan',
        `Give the archive to a historian you cannot dismiss, with a promise in writing to publish. Do that this year, and hold the party the year after.`,
        { likes: 17, id: 's' },
      ),
      re('robert', `We opened the works for a Sunday and let the retired explain the machines. Nine thousand came.`, {
        likes: 11,
      }),
      re('anneliese', `The historian has the keys. The cake will wait.`, { to: 's', likes: 18, after: 300 }),
    ],
  },
  {
    by: 'robert',
    network: 'executive',
    at: '331d 15:00',
    likes: 6,
    topic: 'How many direct reports is too many? I have eleven and nobody wants to be the first to go',
    text: `Each was added for a good reason. I speak with four every day and with three not at all, and the three are not the unimportant ones.`,
    areas: ['Succession and talent'],
    geographies: ['United States'],
    replies: [
      re('ingrid', `Keep eleven and change the calendar: the three first, each week, for twenty minutes.`, {
        likes: 12,
        id: 'i',
      }),
      re('graham', `Seven here. The other four report to each other in turn, which is a joke and nearly true.`, {
        likes: 8,
      }),
      re('robert', `Four weeks of the three first. Two of them had been solving the same problem.`, {
        to: 'i',
        likes: 14,
        after: 700,
      }),
    ],
  },
]
