/**
 * Finds names of people and firms that may belong to a confidential matter. Law firms, products and courts are often
 * named openly, so a name alone proves nothing: the words around it decide.
 */
import { SIGNS } from './sensitive-word-groups.ts'

const WORD = "[A-ZÄÖÜÉÀØÅ][\\p{L}\\d'’&-]*"
const NAME = new RegExp(
  `(?<![\\p{L}\\d])${WORD}(?:\\s+(?:(?:&|and|de|van|von|der|of)\\s+)?${WORD})+(?:\\s+(?:Inc|Ltd|LLC|GmbH|AG|SE|SA|NV|BV|plc|Lda|SpA|KG|Oy|AB))?`,
  'gu',
)
const FIRM =
  /\b(?:with|against|by|from|of|over|called|named|acquir\w+|buying|client|customer|supplier|vendor|landlord) (?<words>(?:(?!of\b|the\b|our\b|a\b|an\b|this\b|its\b|their\b|my\b|these\b|such\b|and\b|in\b|on\b)[a-z][\w'’-]+ ){1,2}(?:inc|llc|ltd|gmbh|plc|corp|holdings?|logistics|foods|industries|capital|pharma|energy|robotics|therapeutics|textiles|shipping|labs|steel|motors|insurance|packaging|chemicals|freight|biotech|technologies|toys|dairy|estates|hotels|rail|aerospace|photonics|components|engineering|timber|ports|genomics|marine|glass|partners|systems))\b/g

/** Capitalized words that are not parties: laws, courts, bodies, places, titles. */
const BODIES =
  /\b(?:Act|Acts|Article|Articles|Section|Rule|Rules|Chapter|Directive|Regulation|Convention|Code|Court|Courts|Commission|Committee|Council|Board|Department|Ministry|Parliament|Authority|Treasury|Congress|Senate|Agency|Provision|Institute|Association|Shield|Schrems|Big|Nobel|Annex|Schedule|Amendment|Title|Circuit|Chancery|Standard|Type|Part|Form|GDPR|SEC|DOJ|FTC|EU|UK|US|IAS|IFRS|SOX|SOC|ISO|CFO|GC|CEO|COO|CPA|CIPP|NDA|MSA|ERP|CLM|DPC|DPO|Delaware|California|Texas|Nevada|York|London|Brussels|Germany|German|Irish|French|Dutch|European|Europe|American|British|Swiss|Italian|Spanish|English|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December)\b/
/** Firms and products that are named openly by everyone: a name that starts with one is theirs. */
const HOUSES =
  /^(?:Microsoft|Google|Amazon|Apple|Oracle|SAP|Salesforce|Workday|DocuSign|Adobe|Slack|Teams|Outlook|Excel|SharePoint|Zoom|OpenText|Ironclad|Icertis|Agiloft|Coupa|Ariba|NetSuite|BlackLine|Anaplan|Bloomberg|Reuters|Thomson|Westlaw|Lexis|LexisNexis|Relativity|Everlaw|Diligent|Kroll|KPMG|Deloitte|EY|PwC|PricewaterhouseCoopers|Ernst|McKinsey|BCG|Bain|Accenture|Gartner|Marsh|Aon|Willis|Latham|Kirkland|Skadden|Freshfields|Linklaters|Clifford|Chance|Allen|Overy|Slaughter|Cooley|Wachtell|Sullivan|Cromwell|Davis|Polk|Cravath|Simpson|Thacher|Weil|Jones|Gibson|Dunn|Baker|McKenzie|DLA|Piper|Dentons|Hogan|Lovells|White|Case|Norton|Rose|Fulbright|Orrick|Morgan|Lewis|Ropes|Gray|Goodwin|Fenwick|Wilson|Sonsini|Goldman|Sachs|JPMorgan|Barclays|HSBC|UBS|Citi|Citibank|BlackRock|Vanguard|ISS|Glass|Alvarez|Marsal|FTI|Houlihan|Lazard|Rothschild|Compass|Lexecon|Brattle|Cornerstone|Analysis|Thornton|Grant|BDO|Mazars|LinkedIn|Facebook|Meta|Netflix|Disney|Tesla|Twitter|WeWork|Boeing|Airbus|Siemens|Volkswagen|VW|BMW|Bayer|BASF|Nestlé|Unilever|Shell|BP|Exxon|Chevron|Pfizer|Moderna|Novartis|Roche|Merck|Sanofi|Walmart|Target|Costco|Starbucks|Nike|Adidas|Uber|Lyft|Airbnb|PayPal|Stripe|Visa|Mastercard|Silicon|Credit|Deutsche|Commerzbank|BNP|Santander|Wells|Fargo|Lehman|Enron|Wirecard|Theranos|Carillion|Thames|Evergrande|FTX|Binance|Coinbase|Nvidia|Intel|IBM|Cisco|Dell|HP|Sony|Samsung|Huawei|TikTok|Gemini|Otter|Spellbook|Luminance|Harvey|Clio|Aderant|Elite|Kyriba|Concur|Ramp|Brex|Gusto|ADP|Rippling|Deel|Notion|Jira|Confluence|Trian|Elliott|Icahn|Starboard|Buffett|Berkshire|Hathaway|Robert|Half|Hays|Korn|Ferry|Spencer|Stuart|Heidrick|Egon|Zehnder|Russell|Reynolds|Gleiss|Lutz|Hengeler|Noerr|Taylor|Wessing|Bird|Osborne|Clarke|Pinsent|Masons|Eversheds|Sutherland|Mayer|Brown|Sidley|Austin|Jenner|Covington|Arnold|Porter|Wilmer|WilmerHale|Hale|Paul|Weiss|Quinn|Emanuel|Boies|Debevoise|Cleary|Gottlieb|Shearman|Sterling|Milbank|Proskauer|Akin|Gump|Venable|Littler|Seyfarth|Fisher|Ogletree|IT|AI|HR)\b/
const isOpen = (words: string) => BODIES.test(words) || HOUSES.test(words)

/** The names in a passage about the author's own confidential matter. */
export function namesIn(passage: string, isConfidential: boolean): string[] {
  const written = [...passage.matchAll(NAME)].map(([words]) => withoutStart(words))
  const small = [...passage.matchAll(FIRM)].map((match) => match.groups!['words']!)
  const single = [...passage.matchAll(SINGLE)].map((match) => match.groups!['words']!)
  const titled = [...passage.matchAll(TITLED)].map(([words]) => words)
  const names = [...written.filter((words) => /\s/.test(words)), ...titled, ...small, ...single].filter(
    (words, _, all) => !isOpen(words) && !all.some((other) => other !== words && other.includes(words)),
  )
  // A single capitalized word may be a colleague who is thanked, so the passage must also mention a matter.
  if (
    names.length === 0 &&
    isConfidential &&
    ['matter', 'related', 'dispute'].some((sign) => SIGNS[sign]!.test(passage))
  ) {
    const alone = [...passage.matchAll(ALONE), ...passage.matchAll(BEGINS)].map((match) => match.groups!['words']!)
    return alone.filter((words) => !isOpen(words) && !PLACES.test(words))
  }
  return isConfidential || isOwnMatter(passage) ? names : []
}

function isOwnMatter(passage: string): boolean {
  const isRelated = SIGNS['related']!.test(passage)
  const isOwn = SIGNS['own']!.test(passage)
  if (SIGNS['praise']!.test(passage) && !OPPOSED.test(passage) && !(isOwn && (isRelated || MINE.test(passage))))
    return false
  return isRelated || (isOwn && SIGNS['matter']!.test(passage))
}
/** A single name in a passage that is clearly confidential, if it is not the first word of a sentence. */
const ALONE = /(?<=[\p{L},;:)] )(?<words>\p{Lu}\p{Ll}{3,}\p{L}*)/gu
const PLACES =
  /^(?:Paris|Munich|Berlin|Hamburg|Frankfurt|Leipzig|Milan|Rome|Madrid|Barcelona|Lisbon|Porto|Vienna|Zurich|Geneva|Dublin|Antwerp|Ghent|Amsterdam|Rotterdam|Lyon|Warsaw|Prague|Stockholm|Oslo|Copenhagen|Helsinki|Chicago|Boston|Denver|Houston|Dallas|Austin|Atlanta|Seattle|Philadelphia|Charlotte|Phoenix|Miami|Detroit|Singapore|Dubai|Hong|Tokyo|Sydney|Toronto|Ohio|Florida|Georgia|Jersey|Virginia|Bavaria|Saxony|Austria|Spain|Italy|Poland|Portugal|Belgium|Netherlands|Sweden|Norway|Denmark|Finland|Ireland|Scotland|Wales|England|Asia|Africa|America|China|India|Japan|Canada|Mexico|Brazil|Dutch|Thanks|Christmas|Easter|Legal|Finance|Sales|Teams|Slack|Zoom)$/

const TITLED = /\b(?:Mr|Mrs|Ms|Miss|Mme|Frau|Herr)\.? \p{Lu}[\p{L}'’-]+/gu
/** A single name as the first word, if it does something that only a person or firm can do. */
const BEGINS =
  /(?<=^|[.!?] )(?<words>(?!Nobody|Somebody|Everybody|Everyone|People|Management|Finance|Legal|Sales|Counsel|Procurement|Auditors?|Lawyers|Legislation|Another|Others|Neither)\p{Lu}\p{Ll}{4,})(?:'s|’s)? (?:says?|said|claims?|wants?|is (?:suing|refusing|threatening|asking|demanding)|are suing|has (?:sued|refused|stopped|filed|denied|terminated|threatened|sent|not)|hasn't|won't|refuses|and we|owes|sued|denied|stopped|threatens|defaulted|terminated|cancelled)\b/gu

/** Words for an opponent. */
const OPPOSED = /\bthe (?:opponent|opposing (?:side|party)|counter-?party|plaintiff|defendant|accused|claimant)\b/i
/** Clearly the author's own matter. */
const MINE =
  /\b(?:against whom we|we (?:have|hold) an? (?:unpaid|claim|judgment)|(?:our|my) (?:[\w-]+ ){0,3}(?:dispute|claim|case|matter|client|customer|counter-?party|deal|target|lawsuit|litigation|arbitration|fight|talks|coo|cfo|ceo|treasurer|controller|manager)|we (?:are|were|have been) (?:suing|sued|acquiring|buying|selling|negotiating|settling|terminating)|we (?:terminated|fired|acquired|sued))\b/i
/** One capitalized word is a name if the words before it are about a matter. */
const SINGLE =
  /\b(?:dispute|lawsuit|litigation|arbitration|claim|case|fight|talks|deal|negotiations?|settlement|suing|sued by|acquiring|acquisition of|buying|merger with|merger talks with|against|client|customer|counterparty|vendor|supplier|landlord|lender) (?:with |against |by |from )?(?<words>[A-ZÄÖÜ][a-zäöüß]{3,}\w*)/g
/** Removes common first words of a sentence and titles. */
function withoutStart(words: string): string {
  const rest = words.replace(COMMON_START, '')
  return rest === words ? rest : withoutStart(rest)
}
/** The first word of a sentence is capitalized too: "Our CFO", "The Brattle". */
const COMMON_START =
  /^(?:Former|Head|Chairman|Director|Our|My|The|We|Has|Does|Is|Are|Do|Any|Anyone|If|How|What|Who|Which|Can|Could|In|On|At|For|Since|After|Before|When|A|An|Their|His|Her|This|That|Under|Should|Would|Did|And|But|So|Between|Remember|Looking|Project|COO|CEO|CFO|CTO|GC|MD|VP|Mr|Mrs|Ms|Dr|Herr|Frau|Mme) /
