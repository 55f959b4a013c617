/**
 * Groups of words with a similar meaning for the sensitive-content check. They are features in addition to single
 * phrases, so that "rebate" counts like "discount" even if no training sentence contains it.
 */
export const SIGNS: Readonly<Record<string, RegExp>> = {
  /** The author's own affairs, not a question about everyone's. */
  own: /\b(?:we|we're|we've|we'll|we'd|our|ours|us|my|me|i|i'm|i've|i'd)\b/i,
  asks: /\b(?:do|does|did|has|have|is|are|can|could|which|what|how|who|where|when|should|would|any(?:one|body))\b[^.]*\?/i,
  fees: /\b(?:pric(?:e|es|ed|ing)|fees?|rates?|tariffs?|wages?|salar(?:y|ies)|bands?|merit budget|compensation|mark-?ups?|margins?|discount\w*|rebates?|bid(?:s|ding)?|quot(?:e|es|ing)|tenders?|surcharges?|bonus(?:es)?|charg(?:e|es|ing)|hir(?:e|es|ing)|poach\w*|recruit\w*|go(?:es)? after|compete|sign-on|premiums?|commissions?|output|production|capacity|volumes?|uplift|floor|ceiling|shipping|per (?:pallet|hour|unit|seat|night|tonne|ton|litre|kilo|sample|licen[cs]e)|an hour|percent|increase)\b|%/i,
  together:
    /\b(?:let'?s|(?:two|three|four|five|six|few|rest|those|both|all|most|none|neither|either|each|one) of (?:us|you)|which of you|us all|we (?:all|both)|everyone|everybody|the others?'?|others'?|other (?:\w+ )?(?:players|banks|funds|mills|carriers?|distributors|wholesalers?|hauliers|agencies|firms|insurers|brewers|breweries|clinics|labs|hotels|suppliers|operators|members|employers|companies)|each other'?s?|one another|jointly|collectively|in concert|between (?:us|ourselves)|nobody|no one|together|fellow|peers in|competitors?'?|rivals?|the (?:whole )?(?:industry|sector|market|trade)|association|in this (?:group|forum|network|town|city|region|valley|market))\b/i,
  mutual:
    /\b(?:agree[ds]?|same|match|follow|hold|align\w*|coordinat\w*|confirm|in return|favou?r|swap|exchange|compare|post yours|tell (?:me|us)|show me|plan yours|call yours|with yours|theirs too|unless you|if (?:you|we|they|all|everyone)|you (?:take|keep)|leave \w+ to us|owes us|undercut\w*|signal|rotat\w+|common|understanding|gentlem[ae]n'?s|courtesy|stick to|stop|sit out|stay out|keep out|back off|informal\w*|off the record|quietly|between us|who'?s in|join|in line|similar lines|too\b)\b/i,
  divided:
    /\bif you (?:keep|stay) (?:out|away)\b|\byou take\b.{0,80}\bwe (?:take|keep)\b|\byou keep\b.{0,60}\bwe keep\b|\beach keeps\b|\b(?:carve|divide|split) (?:up )?(?:the )?(?:market|territor|region|customers)\w*/i,
  fair: /\b(?:survey|benchmark\w*|publicly|public|published|guide|fined|antitrust (?:training|polic\w+|compliance)|compliance|trade fair|vendor|supplier|law firms?|auditors?|training|policy|clauses?|template|guidelines|renewal|per user|licence|license)\b/i,
  advisers:
    /\b(?:counsel(?:'s)?|lawyers?(?:')?|attorneys?(?:')?|barristers?|solicitors?|silk|k\.?c\.?'s|q\.?c\.?'s|litigators?|litigation team|trial team|defen[cs]e team|law firm|(?:two|both|three) firms|boutique|legal (?:note|memo\w*|opinion|view|analysis|assessment|team)|legal's|mock trial|the (?:[\w-]+ ){0,3}(?:advice|opinion) we|advice letter|draft (?:brief|defen[cs]e))\b/i,
  marked:
    /\b(?:attorney[- ]client|work[- ]product|privileged|privilege|without[- ]prejudice|strictly confidential|interview (?:notes?|memos?)|joint defen[cs]e)\b/i,
  assessed:
    /\b(?:think(?:s|ing)?\b(?! of)|believ(?:es|ed)|sees|advi[sc]ed|told (?:us|me|by|the)|recommend(?:s|ed)|conced(?:es|ed)|calls|conclud(?:es|ed)|opinion (?:is|that|we)|'s (?:view|opinion)|view (?:is|was)|finds?\b|found (?:against|that|us)|says?|said|puts?|gives? us|warn(?:s|ed)|estimat(?:es|ed)|confirmed|expects?|sure|confident)\b/i,
  outcome:
    /\b(?:probable|\d+ percent|odds|chances?|likely|unenforceable|void|indefensible|los(?:e|s|ing)|liable|liability|breach(?:ed|es)?|breaks?|violat\w+|does not cover|weak(?:ness)?|strong(?:er)?|exposed|exposure|worst case|discriminatory|unlawful|illegal|collapse|damning|unsustainable|negligent|at fault|our fault|our mistake|watertight|better reading|hold up|stand up|win|prevail|bad facts|smoking gun)\b/i,
  plan: /\b(?:strategy|plan (?:is|on)|bottom line|mandate|authority|walk-?away|settl\w+|offer(?:ed)?|counter(?:claim|offer)?|drop (?:the|it|our)|fold|leverage|drag\w*|delay|stall|plead|file first|reserve[ds]?|go up to|up to|as (?:low|high) as|anything (?:under|over|below)|no more than|opening (?:offer|number|bid)|intend to)\b/i,
  admitted:
    /\b(?:did miss|missed the|was skipped|underpaid|deleted|shredded|backdated|knew (?:the|that|it|about)|out of spec|could have delivered|everyone knows|haven'?t told|hasn'?t been told|not told|doesn'?t know|mustn'?t|never learn|can'?t prove|cover(?:ed)? up)\b/i,
  dispute:
    /\b(?:disput\w*|claim\w*|lawsuit|litigat\w*|arbitrat\w*|mediat\w*|sued?|suing|tribunal|hearing|trial|court|plaintiff|defendant|counterclaim|discovery|deposition|injunction|regulator|investigat\w*|case)\b/i,
  matter:
    /\b(?:disput\w*|complain\w*|claim(?:s|ed|ing|ant)?|lawsuit|litigat\w*|arbitrat\w*|mediat\w*|su(?:e|es|ed|ing)|insolven\w*|default\w*|bankrupt\w*|raid\w*|kickbacks?|brib\w*|stole|stolen|whistle-?blow\w*|harass\w*|terminat\w*|fired|sacked|dismiss\w*|let (?:him|her|them) go|laid off|acquir\w*|acquisition|takeover|letter of intent|term sheet|data room|due diligence|share deal|merg\w*|carve-?out|demand letter|cease and desist|penalt\w*|cancelled|canceled|stopped (?:paying|delivering|shipping)|injunction|seiz\w*|notice|negotiat\w*|talks|tribunal|for cause|undeclared|breach\w*|owes?|unpaid|overdue|invoices?|investigat\w*|fraud\w*|embezzl\w*|leak\w*|non-compete|restructur\w*|recall\w*|defect\w*|faulty|threaten\w*|escrow|earn-?out|exclusiv\w*|delicate|not announced|unannounced|not public|sign(?:ing)? (?:with|on|in|the)|buying|selling|bid for|hostile|board seat|replac\w+|underperform\w*|performance plan|severance|resign\w*)\b/i,
  related:
    /\b(?:(?:our|my|the|a|one of our|their) (?:[\w-]+ ){0,3}(?:client|customer|counter-?party|supplier|vendor|landlord|tenant|lender|borrower|target|bidder|buyer|seller|purchaser|opponent|side|party|plaintiff|defendant|claimant|complainant|employee|engineer|director|manager|treasurer|controller|distributor|licensee|licensor|franchisee|contractor|subcontractor|insurer|investor|shareholder|subsidiary|partner|assistant|coo|cfo|ceo|cto|gc|founder|bank)s?\b|we (?:act|acted) for)/i,
  praise:
    /\b(?:recommend\w*|suggest\w*|(?:any(?:one|body)|who|has) (?:here )?(?:else )?(?:used|uses|tried|worked|work|knows?|experience|hands-on)|experience[sd]? with|views? on|opinions? (?:on|of)|what do you think of|compared|versus|vs\.?|podcast|book|article|judg(?:e?)ment|ruling|case law|training|webinar|conference|speaker|headhunter|heard good|good (?:things|product)|best|great|excellent|fined|according to|filings|in the (?:news|press)|guide)\b/i,
}
