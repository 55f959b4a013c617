/** Recorded sessions of the demo: what is said, chapters and slides. bin/demo-videos.ts makes the files from them. */

export interface VideoSeed {
  /** The name of its files in database/seed/events/videos. */
  name: string
  title: string
  description: string
  /** In seconds. */
  duration: number
  chapters: readonly (readonly [at: number, title: string])[]
  /** Beginning in seconds, speaker if it changes, and the line. */
  cues: readonly (readonly [at: number, speaker: string | null, content: string])[]
}

export const demoVideos: readonly VideoSeed[] = [
  {
    name: 'privilege',
    title: 'Privilege in internal investigations',
    description: 'Who the client is, what to write down, and what you may share with auditors.',
    duration: 60,
    chapters: [
      [0, 'Who is the client'],
      [14, 'Interviews and memos'],
      [30, 'Auditors, and what you may share'],
      [46, 'One person who decides'],
    ],
    cues: [
      [0, 'Ingrid', 'Before anything else, write down who the client is.'],
      [5, null, 'It is the company, not the person who called you.'],
      [9, 'Marcus', 'And say so at the start of every interview.'],
      [14, 'Ingrid', 'The interview memo is where it usually goes wrong.'],
      [19, null, 'If you write down what the witness said, word for word, you have made a record and not an opinion.'],
      [25, 'Marcus', 'So write what you made of it.'],
      [30, 'Ingrid', 'Sharing it with the auditor may be a waiver, even under a common interest letter.'],
      [36, 'Marcus', 'We read our conclusions aloud and left no paper.'],
      [41, 'Ingrid', 'That works until the auditor asks for the basis. Agree in advance what the basis is.'],
      [46, null, 'Put the waiver question in the engagement letter, before the first interview.'],
      [51, 'Marcus', 'And name the person who may decide it. One person.'],
      [55, 'Ingrid', 'Thank you all. The model memo is with the materials.'],
    ],
  },
  {
    name: 'forecasting',
    title: 'Cash forecasting when rates move',
    description: 'Thirteen weeks, three scenarios, and which of them the board should see.',
    duration: 48,
    chapters: [
      [0, 'Thirteen weeks'],
      [16, 'Three scenarios'],
      [33, 'What the board sees'],
    ],
    cues: [
      [0, 'Samuel', 'We forecast thirteen weeks, and we are wrong in week nine every time.'],
      [6, null, 'So we say how wrong we were last time, next to the number.'],
      [11, 'Mei', 'That is what made our treasurer trust it.'],
      [16, 'Samuel', 'Keep three scenarios. More than that and nobody chooses.'],
      [21, null, 'The middle one is not the average. It is the one you would sign.'],
      [27, 'Mei', 'And tie the bad one to a covenant, not to a feeling.'],
      [33, 'Samuel', 'The board sees two pages: the covenant headroom and what we would do.'],
      [39, null, 'Not the spreadsheet.'],
      [43, 'Mei', 'The workbook is with the materials of this event.'],
    ],
  },
  {
    name: 'boards',
    title: 'The first ninety days of a new CEO',
    description: 'What the board should ask for in the first quarter, and what it should leave alone.',
    duration: 42,
    chapters: [
      [0, 'Listen first'],
      [20, 'Three decisions'],
    ],
    cues: [
      [0, 'Ingrid', 'In the first thirty days, ask for nothing but names.'],
      [5, null, 'Whom did you talk to, and whom did you not talk to yet?'],
      [11, 'Camille', 'We asked for a strategy in week six. We got the old one with a new cover.'],
      [17, 'Ingrid', 'Exactly that.'],
      [20, null, 'By day ninety, three decisions: one hire, one stop, one bet.'],
      [27, 'Camille', 'And the succession plan goes back on the table at once.'],
      [33, 'Ingrid', 'Quietly. Nobody reads it as a vote.'],
      [38, null, 'Questions go to the thread of this session.'],
    ],
  },
  {
    name: 'vendors',
    title: 'Reading a model clause for AI vendors',
    description: 'Training, indemnity and exit: three clauses, read aloud and taken apart.',
    duration: 54,
    chapters: [
      [0, 'Training on our data'],
      [20, 'Indemnity'],
      [38, 'Exit'],
    ],
    cues: [
      [0, 'Priya', 'The first clause says the vendor may use inputs to improve the service.'],
      [6, null, 'Improve is the word to strike. Operate is the word to keep.'],
      [12, 'Helen', 'We lost that once, and got deletion in thirty days instead.'],
      [20, 'Priya', 'Indemnity: look at what is carved out.'],
      [25, null, 'If modified outputs are excluded, there is no indemnity, because everybody modifies them.'],
      [32, 'Helen', 'Ask for it to hold where the change did not cause the claim.'],
      [38, 'Priya', 'And exit. Where does the fine-tuned model go?'],
      [43, null, 'If it was trained on your contracts, it is not theirs to keep.'],
      [49, 'Helen', 'The clause is with the materials. Bring yours next time.'],
    ],
  },
  {
    name: 'habits',
    title: 'Five habits of privileged notes',
    description:
      'A short course for which California gives a quarter of a credit: watch all of it, and enter the code.',
    duration: 500,
    chapters: [
      [0, 'Advice, or business'],
      [120, 'The first line'],
      [180, 'Who is copied'],
      [240, 'Facts and opinion'],
      [320, 'Who may end it'],
    ],
    cues: [
      [0, 'Astrid', 'Five habits keep the notes of in-house counsel private. They take no software and no budget.'],
      [20, null, 'None of them is a trick. Each says plainly what you were doing when you wrote.'],
      [40, 'Marcus', 'The first habit: decide, before you write, whether you advise or run the business.'],
      [60, null, 'Most of us do both before lunch. The privilege follows the purpose, not the title.'],
      [80, 'Astrid', 'So write two notes. One for the advice, one for the plan that follows from it.'],
      [100, null, 'If somebody needs only the plan, the advice has never left your folder.'],
      [120, 'Marcus', 'The second habit: name who asked, and what they asked, in the first line.'],
      [140, null, 'A note that begins with a question is hard to read as anything but an answer.'],
      [160, 'Astrid', 'It also shows later who the client was, when everybody has moved to other posts.'],
      [180, null, 'The third habit: copy people because they need it, not because they are kind.'],
      [200, 'Marcus', 'Every name in the line above the text is a witness to what the message was for.'],
      [220, null, 'When a colleague asks to be added, ask what they will do with it. Then decide.'],
      [240, 'Astrid', 'The fourth habit: keep facts and opinion apart, on different pages.'],
      [260, null, 'Facts are never privileged. What you think of them may be, if it stands by itself.'],
      [280, 'Marcus', 'A timeline with your doubts in the margin is a timeline with your doubts, for everybody.'],
      [300, null, 'Put the doubts in the memo. Leave the timeline as somebody else would write it.'],
      [320, 'Astrid', 'The fifth habit: say when the privilege ends, and who may end it.'],
      [340, null, 'Auditors ask. Regulators ask. A buyer asks. The answer should not be made that day.'],
      [360, 'Marcus', 'One person decides, in writing, and says what is shared and what stays.'],
      [380, null, 'If nobody is named, everybody is, and the first to answer decides for the company.'],
      [400, 'Astrid', 'Read your last ten messages to the business tonight. Mark each: advice, or plan.'],
      [420, null, 'Where you cannot tell, nobody else will. That is the one to write again.'],
      [440, 'Marcus', 'Your duty of competence includes the tools you write with. Know where they keep copies.'],
      [460, null, 'And your duty to the client includes telling them what you cannot keep private.'],
      [480, 'Astrid', 'Five habits. Two notes, a first line, a short list, two pages, one name.'],
    ],
  },
]
