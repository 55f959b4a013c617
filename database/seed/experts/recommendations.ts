/** Members' recommendations. Each line: author, expert, area. */
import type { Area } from '../networks.ts'

export interface RecommendationSeed {
  by: string
  expert: string
  area: Area
  text: string
  affiliation?: string
}

const of =
  (expert: string, area: Area) =>
  (by: string, text: string, affiliation?: string): RecommendationSeed => ({
    expert,
    area,
    by,
    text,
    ...(affiliation && { affiliation }),
  })
const lopez = of('lopez', 'Privacy and data protection')
const rowe = of('rowe', 'Litigation')
const halm = of('halm', 'Employment')
const okoye = of('okoye', 'Employment')
const moreau = of('moreau', 'Litigation')
const haddadin = of('haddadin', 'Sanctions and trade')
const birchall = of('birchall', 'Board and governance')
const quaife = of('quaife', 'Corporate and M&A')
const sorensen = of('sorensen', 'Sanctions and trade')
const lindholm = of('lindholm', 'Antitrust')
const ortega = of('ortega', 'Antitrust')
const tarrant = of('tarrant', 'Investigations')
const pfeiffer = of('pfeiffer', 'Intellectual property')
const laidlaw = of('laidlaw', 'Financial reporting')
const mackintosh = of('mackintosh', 'Financial reporting')
const bhandari = of('kestrel', 'Litigation')
const sandoval = of('sandoval', 'Audit and controls')
const pugh = of('northmoor', 'Financial reporting')
const brandt = of('brandt', 'Succession and talent')
const rahimi = of('rahimi', 'Succession and talent')
const wanjiru = of('wanjiru', 'Compliance and ethics')
const salma = of('salim', 'Compliance and ethics')
const grove = of('ashgrove', 'Succession and talent')
const clausewright = of('clausewright', 'Legal operations')
const paperloom = of('paperloom', 'Legal operations')
const ledgerline = of('ledgerline', 'ERP and systems')
const tidewell = of('tidewell', 'Treasury')
const revenant = of('revenant', 'Revenue recognition')
const speakwell = of('speakwell', 'Compliance and ethics')
const watchlist = of('watchlist', 'Sanctions and trade')
const privatier = of('privatier', 'Privacy and data protection')
const boardfold = of('boardfold', 'Board and governance')
const dahlberg = of('dahlberg', 'Outside counsel')
const verbatim = of('verbatim', 'Compliance and ethics')
const greyfriars = of('greyfriars', 'Financial reporting')
const mackintoshAgain = of('mackintoshagain', 'Financial reporting')
const halmFirm = of('halmfirm', 'Employment')
const castellan = of('castellan', 'Litigation')
const ortegaFirm = of('ortegafirm', 'Antitrust')
const whitcombe = of('whitcombe', 'Investigations')
const kestrelFirm = of('kestrelfirm', 'Litigation')
const sandovalFirm = of('sandovalfirm', 'Audit and controls')
const tableOfNine = of('tableofnine', 'Succession and talent')
const lugha = of('lugha', 'Compliance and ethics')
const ashgroveFirm = of('ashgrovefirm', 'Succession and talent')
const ngata = of('ngata', 'Sanctions and trade')

// oxfmt-ignore
export const recommendations: readonly RecommendationSeed[] = [
  lopez('priya', 'She read our processing agreement on the train and found the sentence that mattered before Albany.'),
  lopez('hannah', 'Answers the question first and the file afterwards. Our regulator asked for her by name the second time.'),
  lopez('kwame', 'Knows health data from the inside. Told us not to file, which saved us the fee and a year.'),
  lopez('dana', 'Used her for an incident on a Sunday. The Monday call with the board was nine minutes.'),
  lopez('noor', 'Patient with engineers. They invite her back, which has not happened before.', 'They are outside counsel of ours.'),
  rowe('siobhan', 'Tries cases. Says on the first day which ones he would not.', 'He and I were at college together.'),
  rowe('marcus', 'Would rather be right than paid twice. He told us to settle, and named the figure within four per cent.'),
  rowe('priya', 'Calm in a hearing where nobody else was.'),
  rowe('oliver', 'Cross-examined our own witness for an hour as practice. She thanked him afterwards.'),
  halm('matthias', 'Works councils trust her, which is worth more than winning.'),
  halm('paula', 'Has never sent me a memorandum longer than a page.'),
  halm('astrid', 'Handled a dismissal in four countries on one day without a leak.'),
  halm('johanna', 'Knows when the answer is to apologise.'),
  halm('camille', 'The only German counsel our unions in Lyon quote with approval.'),
  okoye('amara', 'Understands that a branch office of thirty people is thirty stories.'),
  okoye('aisha', 'Drafted our agents’ contract so that agents can read it.'),
  okoye('david', 'Came to the mine, in boots, and changed his advice.'),
  moreau('layla', 'Argues in three languages and concedes in none. Two awards, both paid.'),
  moreau('carlos', 'Wrote the notice that ended the matter. It was six lines.'),
  moreau('camille', 'The tribunal leans forward when she speaks.'),
  moreau('elena', 'Expensive, and cheaper than the alternative we had used before.'),
  haddadin('layla', 'Knows which ministry really decides and says so with tact.'),
  haddadin('mei', 'Called us about the list before the list was published in English.'),
  haddadin('fatima', 'Sat through a negotiation of eleven hours and spoke twice. Both times were right.'),
  birchall('susan', 'Tells chairmen what they do not want to hear, slowly, with a biscuit.'),
  birchall('victoria', 'His minutes are the only ones that ever helped us.'),
  birchall('bronwyn', 'Understands a regulated board and its silences.'),
  birchall('robert', 'Took my side in private and the company’s in the room. Correct both times.'),
  quaife('miriam', 'Closed with her in seventeen days and slept on most of them.'),
  quaife('siobhan', 'Writes disclosure letters that say something.'),
  quaife('margaret', 'The lawyer whom the finance team asks for.'),
  quaife('daniel', 'Carve-outs with no forgotten pension. I have looked.'),
  sorensen('mei', 'Reads a charterparty like a thriller and remembers the end.'),
  sorensen('astrid', 'Our ships were never stopped in a year in which most were.'),
  sorensen('henrik', 'Answers from airports. Correctly.'),
  lindholm('johanna', 'Filed in five countries with one set of facts.'),
  lindholm('lukasz', 'Told the authority something before they asked, which ended it.'),
  lindholm('tessa', 'Her timetable was true to the week.'),
  ortega('carlos', 'Was with us at six in the morning during the raid, in a tie.'),
  ortega('rafael', 'Explains market definition with fruit. The board understood.'),
  ortega('elena', 'Distribution agreements that survive a second reading.'),
  tarrant('victoria', 'Her report was eleven pages, and there was nothing to add.'),
  tarrant('dana', 'Interviews people so that they come back with what they had forgotten.'),
  tarrant('astrid', 'Says on the second day if there is nothing. Few do.'),
  tarrant('helen', 'Respected by the committee and by the man it was about.'),
  tarrant('keisha', 'Understood the journal entries without a translator.'),
  pfeiffer('yael', 'Took the device apart at our table and put it together again.'),
  pfeiffer('kenji', 'His claims are as narrow as they must be and as wide as they may.'),
  pfeiffer('ben', 'Reviewed our open-source position in a week, at a price I could say aloud.'),
  laidlaw('gregor', 'Fifteen years on a power desk before she valued anything for anybody.'),
  laidlaw('isabel', 'Showed us the model, cell by cell, and there was no hidden sheet.'),
  laidlaw('ulrike', 'The auditor asked her four questions and then asked for a copy.'),
  mackintosh('gregor', 'Knows what a tree is worth and, more rarely, why.'),
  mackintosh('tyler', 'Explained illiquid points to farmers with a fence and two gates.'),
  bhandari('oliver', 'Testifies himself, and the other side knows it.'),
  bhandari('marcus', 'Ask him for the low case first. It is the honest one.'),
  bhandari('daniel', 'Turned four boxes into one page. We settled on the page.'),
  bhandari('simone', 'Damages for grounded aircraft, done without adjectives.', 'He testifies for us at present.'),
  bhandari('miriam', 'Withdrew a figure on the stand when he saw it was wrong. We won because of it.'),
  sandoval('isabel', 'They send the partner who signs.'),
  sandoval('julia', 'First real audit, no tears, three findings that were findings.'),
  sandoval('patrick', 'A mid-sized firm that behaves as if we were its largest client.'),
  sandoval('lauren', 'Their questions arrive before the deadline and in one list.'),
  pugh('daniel', 'Came for eight weeks, left after eight weeks, and the close still works.'),
  pugh('margaret', 'Third go-live I have survived and the first I did not regret.'),
  pugh('arjun', 'Deleted forty reports. Nobody has asked for one.'),
  pugh('beatrice', 'Five days, with returns and royalties. He found the other two.'),
  brandt('paula', 'Listens until everybody has said it twice, then says it once.', 'I clerked for her.'),
  brandt('anneliese', 'Eleven cousins dislike her equally. That was the assignment.'),
  brandt('susan', 'She ends meetings on time, and nobody dares to go on.'),
  rahimi('fatima', 'Three meetings and no slides.'),
  rahimi('adaeze', 'Asked the founders what they feared. It took the rest of the day and it was enough.'),
  rahimi('lucia', 'Diplomat in the proper sense: remembers what was promised.'),
  wanjiru('aisha', 'Her Swahili reads as if the statute had been written in it.'),
  wanjiru('amara', 'Called to ask what we meant. We had not known.'),
  wanjiru('david', 'The regulator stopped sending our filings back.'),
  salma('aisha', 'Sworn for thirty years and still looks words up.'),
  salma('adaeze', 'She made our terms shorter. In both languages.'),
  grove('robert', 'Presented three people; we would have been glad of any.'),
  grove('margaret', 'Told us our salary was wrong before she took the mandate.'),
  grove('helen', 'Kept the candidate informed for five months, including the silent one.'),
  grove('william', 'Does two searches a year and it shows.'),
  clausewright('tessa', 'Runs in our own cloud, and legal operations could prove it.'),
  clausewright('ben', 'Learned our fallback positions in a fortnight. I had needed a year.'),
  clausewright('hannah', 'It says when it is unsure. I wish more of us did.'),
  clausewright('helen', 'Renewal in one page, price unchanged. That alone deserves a recommendation.'),
  clausewright('grace', 'Eleven lawyers, one afternoon of training, no manual since.', 'We were a pilot customer and paid less for it.'),
  clausewright('yael', 'Good redlines; poor with tables. They admit it.'),
  clausewright('noor', 'Accessible with a keyboard, which ruled out everybody else.'),
  paperloom('grace', 'Found a renewal that was due on the Thursday.'),
  paperloom('george', 'Search works. After six repositories I do not say that lightly.'),
  paperloom('bronwyn', 'Import was dull, as an import should be.'),
  paperloom('tessa', 'Dates that ring, and a bell that can be silenced.'),
  ledgerline('beatrice', 'Close in four days is on their page. We do it in five and are grateful.'),
  ledgerline('keisha', 'Sign-off that an auditor can follow without us in the room.'),
  ledgerline('sofia', 'Reconciles what does not exist yet, which is our business.'),
  ledgerline('lauren', 'Migration took a weekend and one pizza.'),
  ledgerline('tyler', 'Members’ accounts, four thousand of them, matched by breakfast.'),
  tidewell('hiroshi', 'Cash positions at nine, from eleven banks, two of which still like paper.'),
  tidewell('ulrike', 'Hedge records that documented themselves.'),
  tidewell('chidi', 'Copes with two exchange rates for one currency.'),
  tidewell('vikram', 'Long hedges in five currencies and one screen.', 'I sit on their customer council.'),
  tidewell('renata', 'Fuel and zloty in one report. Finally.'),
  revenant('sofia', 'Options, upgrades, refunds: it asked the questions our auditor asks.'),
  revenant('lauren', 'Schedules our auditor accepted at the first reading.'),
  revenant('arjun', 'Forecast and recognition in one model. Doubts remain private.'),
  speakwell('astrid', 'Reports doubled and so did answers.', 'We are a reference of theirs.'),
  speakwell('matthias', 'The works council chose it themselves.'),
  speakwell('johanna', 'Anonymous people replied to our replies. That had never happened.'),
  speakwell('graham', 'Night shift uses it. I know because the night shift told me.'),
  watchlist('mei', 'A sentence for each hit. My analysts stopped guessing.'),
  watchlist('nadia', 'Fewer false alarms and one true one.'),
  watchlist('layla', 'Spells Arabic names the four ways that people spell them.'),
  privatier('kwame', 'Access requests from nine days to two.'),
  privatier('hannah', 'It redacts the neighbour as well as the name.'),
  privatier('victoria', 'Trial records included. I did not expect that.'),
  boardfold('susan', 'Four boards, one app, no printed annexes.'),
  boardfold('carlos', 'Nineteen companies and I know which minutes are unsigned.'),
  boardfold('peter', 'Votes of members counted in the meeting and not in March.'),
  dahlberg('priya', 'The firm for a data-processing dispute. They litigate the clause they wrote about.'),
  dahlberg('miriam', 'They put the associate who knows in front of you.'),
  verbatim('johanna', 'Every page read by a second lawyer. I checked, then stopped checking.'),
  greyfriars('isabel', 'They would testify. I asked first.'),
  halmFirm('paula', 'Whoever answers, the answer is the same. I have tried four of them.'),
  halmFirm('matthias', 'One invoice for eleven countries.'),
  castellan('layla', 'Bilingual to the footnotes.'),
  castellan('elena', 'The second team is as good as the first.'),
  ortegaFirm('rafael', 'Answers within the day, as they say, and on the day that counts within the hour.'),
  ortegaFirm('tessa', 'They filed what they had promised to file.', 'My sister is a partner there.'),
  whitcombe('dana', 'Short reports by people who could write long ones.'),
  whitcombe('keisha', 'Came with three and stayed with three.'),
  kestrelFirm('oliver', 'Whoever drafts the report also signs it.'),
  kestrelFirm('simone', 'The model was ours to keep, and it still runs.'),
  sandovalFirm('julia', 'A manager who has been there for nine years, in audit.'),
  tableOfNine('anneliese', 'They send one person and that person listens.'),
  lugha('aisha', 'Three languages, one terminology.'),
  lugha('amara', 'They ask before they translate.'),
  ashgroveFirm('william', 'They declined our first mandate, with reasons.'),
  ngata('henrik', 'Copenhagen hours, Singapore answers.'),
  mackintoshAgain('gregor', 'Also knows what is under the trees. Spelt wrongly by me, as I was told.'),
]
