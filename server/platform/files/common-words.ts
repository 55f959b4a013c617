/** Words that identify nobody, although somebody may be called so or have filled them in as the author. */
const words = (text: string) => new Set(text.trim().split(/\s+/))

export const COMMON_WORDS: ReadonlySet<string> = words(`
  a about above access account act action active add address admin administrator after again agent agreement all allied
  ally also alpha always america american an analyst and annex any apple april art article as asset assistant associate
  associates at attorney august author authority author1 autumn back bank banks bar base bay be been bell berry best beta
  big bill bird bishop black blank blue board bond book books boss both box brand bridge brook brooks brown build builder
  building business but buyer by call can capital care carpenter carter case center central chair chance change chapter
  charge chart chase chief church citizens city claim class clause clay clear client clients close cloud co coast cole
  comment commerce commercial common company compass complete comply computer con consultant consulting contact content
  contract cook copy core corporate corporation counsel court cover create creator creditor cross current customer data
  date day days dean debtor default delta demo department deputy design desktop dev developer digital direct director
  doc document done draft dream drew due duke east edge edit editor element email employee employer end energy engineer
  english entry equity estate even event every example exchange executive exhibit expert express faith fall family farmer
  field figure file files final finance financial first fish fisher flag florence flow focus for force ford forest form
  forward foster found fox frank free freeman french fresh friend from front full function fund future gap garden gates
  general german given glass global go gold good google government grace grand grant graph gray great green grey ground
  group grove guardian guest guide hall hand hard harmony head health heart height help her here high hill him his hold
  holder home honor hope hope house how human hunt hunter i ii iii image impact in inc independent index info
  information initial input insert institute insurance intel interest internal international into invest investor is
  issue it item its jack january job jordan joy judge july june just justice key king kitchen knight label lake lamb land
  landlord lane language laptop large last law laws lawyer leader league lease left legal lender less letter level liberty
  license life light limited line link lion list little live local lock long lord love low main major manager manual
  march mark marks market marsh mason master match matter may me media medium member memo mercy merit message meta metro
  middle mile mill miller minor mission model modern month moon more moss most mountain my name national new news next
  nice no nobody none noon normal north not note notice now number object ocean of off office officer old on one only open
  option or oracle orange order organization original other our out outlook over own owner pace page palm paper park
  parker part partner partners party pass patience payment peace pen people pepper personal phone piece pilot place plain
  plan play plus point policy pool poole pope porter position post potter power premier president press price pride prime
  principal private pro product profile program progress project proof property prospect public publisher purchaser quality
  queen question quick range rate ray read reader real record red reed reference regional report reporter research
  resource result review revision rich right rights ring river road rob robin rock root rose round row royal ruby rule
  sage sales sample save school science search season second secretary section security see seller senior server service
  services set shape share sharp sheet shell shepherd shield shift ship shop short show sign signature silver simple site
  size skill sky slide slides small smith snow so social society soft software solid solution some source south space
  spark special spring sprint square staff standard star start state states status steel step sterling stock stone
  storage store storm story street strength strong style subject submitter summer summit sun supplier supply support
  sure swift system table target tax teacher team tech technical technology temp template tenant term terms test tester
  testing text the them then theme there they thing this thomas time title to today token tool top total tower town track
  trade trader training transfer travel treasury tree trend trial true trust trustee turner twin two type u under union
  unit united universal unknown up us use user username value vendor venture version vice view village visa vision visitor
  wall walker want ward water watermark way we weaver web well west wheel when white who will win wind window windows
  winter wire wise with witness wolf women wood woods word words work worker workgroup works world write writer x xml year
  yes york young your zone
  arial calibri cambria courier georgia helvetica times verdana tahoma symbol roman sans serif
`)

/** Programs fill these in as author or company. */
export const NAMES_OF_PROGRAMS =
  /^(microsoft( corporation| office( user)?)?|windows( user| us[ue]r)?|apple( inc\.?)?|google( inc\.?| llc)?|adobe.*|acrobat.*|apache ?(poi)?|openpyxl|python-docx|python-pptx|xlsxwriter|libreoffice.*|openoffice.*|oracle.*|hewlett[- ]packard( company)?|dell( inc\.?)?|hp( inc\.?)?|lenovo( ltd\.?)?|toshiba|acer|asus|sony|steve canny|pdftex.*|latex.*|reportlab.*|anonymous|not available|n\/a|un-?named|docx4j.*|aspose.*|kingsoft.*|wps.*|unspecified|\(?none\)?|author|home|preferred customer|valued customer|authorized user|your (user )?name|your company.*)$/i

export const FREE_MAIL =
  /^(gmail|googlemail|yahoo|hotmail|outlook|live|msn|icloud|me|mac|aol|gmx|web|proton|protonmail|fastmail|mail|yandex|qq|163)\.[a-z.]+$/

export const LEGAL_FORMS: ReadonlySet<string> = words(`
  inc incorporated llc llp lp ltd limited corp corporation co company plc gmbh ag kg se sa sas sarl srl spa bv nv ab as oy
  pte pty kk group holding holdings
`)
