/** Words that say little in a question. */
import { stemOf } from './stems.ts'

const wordsOf = (lines: readonly string[]) => lines.flatMap((line) => line.split('|'))

/** Without meaning of their own, and those of which questions consist: "What do members say about …". */
const EMPTY = new Set(
  wordsOf([
    'a|about|above|after|again|against|all|almost|already|also|always|am|among|an|and|another|any|anybody',
    "anyone|anything|are|aren't|around|as|ask|asked|asking|at|away|back|be|because|been|before|being|below",
    "between|both|but|by|came|can|cannot|can't|come|could|did|didn't|do|does|doesn't|doing|don't|done|down",
    'during|each|either|else|enough|even|ever|every|everybody|everyone|few|for|from|further|get|gets|getting',
    "give|given|go|goes|going|gone|got|had|has|have|haven't|having|he|hello|help|her|here|hers|hi|him|his|how|i",
    "i'd|i'll|i'm|i've|if|in|instead|into|is|isn't|it|it's|its|itself|just|know|let|like|likely|made|make|makes",
    'making|many|may|me|member|members|might|mine|more|most|much|must|my|near|need|needs|never|next|no|nobody',
    'none|nor|not|nothing|now|of|off|often|on|once|one|ones|only|or|other|others|our|ours|out|over|own|peer',
    'peers|per|perhaps|please|put|quite|rather|really|regarding|say|says|see|seen|she|should|since|so|some',
    "somebody|someone|something|still|such|sure|take|tell|than|thank|thanks|that|that's|the|their|theirs|them",
    "then|there|there's|these|they|thing|things|think|this|those|though|through|thus|to|together|too|took|under",
    "until|up|upon|us|use|used|using|usually|very|want|wants|was|way|ways|we|well|went|were|what|what's|when",
    "where|whether|which|while|who|whom|whose|why|will|with|without|won't|would|yet|you|your|yours|community",
    'counterpart|colleague|colleagues|advice|advise|suggest|suggestion|recommend|recommended|recommendation',
    "anyone's|experience|experiences|opinion|opinions|view|views|idea|ideas|tip|tips|best|good|better|work",
    'works|worked|deal|dealing|handle|handling|handled|approach|approaches|manage|people|person|show|find',
    'happen|happened|happens|try|tried|mean|means|kind|sort|lot|lots|actually|currently|typically|generally',
    "usual|common|does've|seem|seems|keep|keeps|start|started|stop|asks|comes|coming|finds|finding|found|gives",
    'giving|helps|helped|keeping|kept|knows|knowing|known|lets|means|needed|puts|putting|seeing|sees|shows|showed',
    'shown|takes|taking|taken|tells|telling|told|thinks|thinking|thought|tries|trying|wanted|wanting|wishes|wish',
    'together|alone|directly|exactly|simply|quickly',
  ]),
)

/** In many questions of members: they say a little. */
const COMMON = new Set(
  wordsOf([
    'company|business|team|firm|legal|lawyer|counsel|contract|agreement|policy|process|new|year|years|month',
    'months|week|weeks|day|days|time|first|last|long|old|large|small|big|number|cost|pay|price|money|amount',
    'agree|accept|look|call|change|set|run|write|send|sign|read|decide|decision|question|answer|problem|issue',
    'case|matter|rule|law|part|point|side|place|user|job|hire|vendor|supplier|customer|client|board|director',
    'report|reporting|meeting|document|information|system|tool|software|service|name|list|page|paper|plan|term',
    'terms|clause|office|head|chief|executive|manager|management|employee|staff|worker|finance|fair|reasonable',
    'important|typical|reply|respond|order|follow|react|demand|insist|avoid|wait|draft|prepare|bring|provide',
    'offer|allow|compare|define|explain|maintain|share|cover|prevent|ensure|convince|persuade|require|negotiate',
    'structure|act|add|affect|apply|arrange|begin|build|check|choose|collect|consider|contain|continue|create|detail',
    'depend|differ|early|effect|exist|expect|extra|fit|form|former|full|general|high|higher|hold|include|join|late',
    'later|learn|leave|lower|low|main|meet|move|normal|open|pass|plan|possible|purpose|raise|reach|receive|reduce',
    'remain|remove|result|return|same|save|separate|serve|short|special|speak|stand|stay|support|talk|together',
    'treat|turn|understand|visit|watch|whole|worth|right|wrong',
  ]).map(stemOf),
)

export const isEmptyWord = (word: string) => EMPTY.has(word)
export const isCommon = (stem: string) => COMMON.has(stem)
