/** Words that identify nobody, although somebody may be called so or have filled them in as the author. */
import { readFileSync } from 'node:fs'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const COMMON_WORDS = words(readFileSync(new URL('./common-words.txt', import.meta.url), 'utf8'))

/** Programs fill these in as author or company. */
export const NAMES_OF_PROGRAMS =
  /^(microsoft( corporation| office( user)?)?|windows( user| us[ue]r)?|apple( inc\.?)?|google( inc\.?| llc)?|adobe.*|acrobat.*|apache ?(poi)?|openpyxl|python-docx|python-pptx|xlsxwriter|libreoffice.*|openoffice.*|oracle.*|hewlett[- ]packard( company)?|dell( inc\.?)?|hp( inc\.?)?|lenovo( ltd\.?)?|toshiba|acer|asus|sony|steve canny|pdftex.*|latex.*|reportlab.*|anonymous|not available|n\/a|un-?named|docx4j.*|aspose.*|kingsoft.*|wps.*|unspecified|\(?none\)?|author|home|preferred customer|valued customer|authorized user|your (user )?name|your company.*)$/i

export const FREE_MAIL =
  /^(gmail|googlemail|yahoo|hotmail|outlook|live|msn|icloud|me|mac|aol|gmx|web|proton|protonmail|fastmail|mail|yandex|qq|163)\.[a-z.]+$/

export const LEGAL_FORMS: ReadonlySet<string> = words(`
  inc incorporated llc llp lp ltd limited corp corporation co company plc gmbh ag kg se sa sas sarl srl spa bv nv ab as oy
  pte pty kk group holding holdings
`)
