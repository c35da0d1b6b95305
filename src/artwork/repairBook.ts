// Repairs the faults that need no question to the customer, in a copy. The copy is read and evaluated like a file of
// the customer: every printed file has been checked.

import { LRUCache } from 'lru-cache'
import { say, type Words } from '../../languages/texts.ts'
import type { BookIsbn } from '../base/text/isbn.ts'
import type { Part, StoredFile } from './fileStore.ts'
import type { Files } from './files.ts'
import type { BookRepair } from './preflight/bookRepair.ts'
import { type Code, codes } from './preflight/codes.ts'
import { type BookEvaluation, evaluateBook } from './preflight/evaluateBook.ts'
import type { Expected } from './preflight/expectedFiles.ts'
import type { PrintFacts, ReadScope } from './preflight/fileReport.ts'
import { type Finding, finding } from './preflight/finding.ts'
import { listOf } from './preflight/findingText.ts'
import { union } from './preflight/pages.ts'
import type { Preflight } from './preflight/preflight.ts'
import { isBarcodeDrawn } from './preflight/rules/isbn.ts'
import { onWholePage } from './preflight/rules/places.ts'
import type { Storage } from './storage.ts'

const parts = ['cover', 'guts'] as const
/** The findings that a repair causes. */
const repairCodes = new Set<Code>([
  'pages_padded',
  'page_turned',
  'bleed_added',
  'page_cropped',
  'crop_box_reset',
  'attachments_unlocked',
])

/** A file without a TrimBox, with black text in RGB or without a barcode can be printed. */
const isNeeded = ({ kind }: BookRepair) => kind !== 'trim' && kind !== 'blacken' && kind !== 'barcode'
const isReshaping = ({ kind }: BookRepair) => kind === 'turn' || kind === 'frame' || kind === 'extend'
/** The finding in the place of a repair that is not needed, where it is not made. */
const notMade: Partial<Record<Code, Code>> = {
  trim_box_set: 'trim_box_missing',
  black_text_converted: 'colour_rgb_black',
  isbn_barcode_drawn: 'isbn_barcode_not_drawn',
}

const maxCopies = 10_000

export type BookFiles = Record<Part, StoredFile | null>

/**
 * The files to print, and the findings about them. Null for a failure of the service. A drawn barcode that cannot be
 * read is not printed.
 */
export type RepairBook = (
  accountId: string,
  sent: BookFiles,
  evaluation: BookEvaluation,
  book: { expected: (pageCount: number) => Expected; isbn: BookIsbn | null },
) => Promise<{ files: BookFiles; findings: Finding[] } | null>

type Deps = { files: Pick<Files, 'create' | 'readStored'>; storage: Storage; preflight: Pick<Preflight, 'repair'> }

export function createBookRepairer({ files, storage, preflight }: Deps): RepairBook {
  /** The hash of each copy, so that a file that is ordered again is not repaired again. */
  const copyHashes = new LRUCache<string, string>({ max: maxCopies })

  async function repairedCopy(accountId: string, file: StoredFile, repairs: BookRepair[], scope: ReadScope) {
    const key = `${accountId} ${file.sha256} ${file.factsVersion} ${JSON.stringify(repairs)}`
    const sha256 = copyHashes.get(key)
    const stored = sha256 === undefined ? null : await files.readStored(accountId, sha256, scope)
    if (stored?.kind === 'stored') return stored
    const copy = await files.create(accountId, { repairedFrom: file.sha256, scope }, to =>
      storage.withLocalFile(file, from => preflight.repair(accountId, from, repairs, to)),
    )
    if (copy.kind === 'stored') copyHashes.set(key, copy.file.sha256)
    return copy
  }

  const repairBook: RepairBook = async (accountId, sent, evaluation, book) => {
    const { findings, pageCount, repairs } = evaluation
    const partsToRepair = parts.filter(part => repairs[part].length > 0)
    if (partsToRepair.length === 0) return { files: sent, findings }
    const { expected, isbn } = book
    const scope = isbn === null ? 'usual' : 'with_isbns'
    const printed = { ...sent }
    for (const part of partsToRepair) {
      const copy = await repairedCopy(accountId, sent[part]!, repairs[part], scope)
      if (copy.kind !== 'stored' && copy.kind !== 'not_created') return null
      printed[part] = copy.kind === 'stored' ? copy.file : null
    }
    const barcode = repairs.cover.find(repair => repair.kind === 'barcode')
    const coverFacts = factsIn(printed.cover)
    if (barcode !== undefined && (coverFacts === null || !isBarcodeDrawn(coverFacts, barcode)))
      return repairBook(accountId, sent, withoutBarcode(evaluation), book)
    const repairedEvaluation = evaluateBook(pdfFactsOf(printed), expected, pageCount, isbn)
    const isGood = (part: Part) =>
      factsIn(printed[part]) !== null &&
      !repairedEvaluation.repairs[part].some(isNeeded) &&
      !repairedEvaluation.findings.some(({ file, severity }) => file === part && severity === 'error')
    const failedParts = partsToRepair.filter(part => !isGood(part))
    for (const part of failedParts) printed[part] = sent[part]
    const stillBlack = parts.filter(part => repairedEvaluation.repairs[part].some(({ kind }) => kind === 'blacken'))
    const isRepaired = (part: Part) => partsToRepair.includes(part) && !failedParts.includes(part)
    // Marks around the bleed are gone when the page is cropped to its bleed.
    const isCroppedAway = ({ file, code }: Finding) =>
      code === 'marks_in_bleed' &&
      isRepaired(file) &&
      !repairedEvaluation.findings.some(finding => finding.file === file && finding.code === code)
    // Places are measured on the pages as they are printed, but for what was repaired and is no longer there.
    const isMoved = ({ file, code, place }: Finding) =>
      place !== undefined && isRepaired(file) && notMade[code] === undefined
    // On a turned or framed page, all that was drawn has moved.
    const onPrintedPage = (one: Finding) =>
      one.place !== undefined && isRepaired(one.file) && repairs[one.file].some(isReshaping)
        ? onWholePage(factsIn(printed[one.file])!, one)
        : one
    const withBlack = (of: Finding[]) => withoutRepairs(of, stillBlack, ['black_text_converted'])
    return {
      files: printed,
      findings: [
        ...withBlack(withoutRepairs(findings, failedParts))
          .filter(
            one =>
              !(failedParts.includes(one.file) && repairCodes.has(one.code)) && !isCroppedAway(one) && !isMoved(one),
          )
          .map(onPrintedPage),
        ...withBlack(repairedEvaluation.findings).filter(isMoved),
        ...failedParts.filter(part => repairs[part].some(isNeeded)).map(part => repairFailed(part, repairs[part])),
      ],
    }
  }
  return repairBook
}

function withoutBarcode({ findings, repairs, ...rest }: BookEvaluation): BookEvaluation {
  const cover = repairs.cover.filter(({ kind }) => kind !== 'barcode')
  return {
    ...rest,
    findings: withoutRepairs(findings, ['cover'], ['isbn_barcode_drawn']),
    repairs: { ...repairs, cover },
  }
}

/** Each file that needs a repair has an error in the place of what would have been repaired. */
export function withRepairsRefused(findings: Finding[], { repairs }: BookEvaluation): Finding[] {
  const refused = parts.filter(part => repairs[part].some(isNeeded))
  const isRepair = ({ file, code }: Finding) => refused.includes(file) && repairCodes.has(code)
  return [
    ...withoutRepairs(findings, parts).filter(one => !isRepair(one)),
    ...refused.map(part => {
      const causes = findings.filter(one => one.file === part && isRepair(one))
      const [first] = causes
      return finding(part, 'repair_refused', {
        ...(causes.length === 1 && first!.expected !== null ? { expected: first!.expected } : {}),
        got: listOf(
          causes.map(({ got }) => got!),
          '; ',
        ),
        message: say('The file needs {repairs}, and you asked us not to repair it.', {
          repairs: needsText(repairs[part]),
        }),
      })
    }),
  ]
}

/** A TrimBox that was not set is still missing in these files, and black text is still in RGB. */
const withoutRepairs = (
  findings: Finding[],
  of: readonly Part[],
  repaired: readonly Code[] = ['trim_box_set', 'black_text_converted', 'isbn_barcode_drawn'],
): Finding[] =>
  findings.map(one => {
    const code = notMade[one.code]
    if (code === undefined || !repaired.includes(one.code) || !of.includes(one.file)) return one
    const { severity, when, fix } = codes[code]
    return { ...one, code, severity, message: when, fix }
  })

function needsText(repairs: BookRepair[]): Words {
  const has = (...kinds: BookRepair['kind'][]) => repairs.some(({ kind }) => kinds.includes(kind))
  const needed = [
    ...(has('pad') ? [say('blank pages at its end')] : []),
    ...(has('turn') ? [say('pages turned upright')] : []),
    ...(has('frame', 'extend') ? [say('other page boxes')] : []),
    ...(has('unlock') ? [say('its encryption removed')] : []),
  ]
  return listOf(needed, ' and ')
}

function repairFailed(part: Part, repairs: BookRepair[]): Finding {
  const turned = repairs.flatMap(repair => (repair.kind === 'turn' ? [repair.pages] : []))
  return finding(part, 'not_mended', {
    ...(turned.length > 0 ? { pages: union(...turned) } : {}),
    got: say('a file that cannot be repaired'),
    message: say('The file needs {repairs}, but its structure does not allow us to do this for you.', {
      repairs: needsText(repairs),
    }),
  })
}

export const pdfFactsOf = ({ cover, guts }: BookFiles) => ({ cover: factsIn(cover), guts: factsIn(guts) })

const factsIn = (file: StoredFile | null): PrintFacts | null =>
  file?.reading.kind === 'read' ? file.reading.facts : null
