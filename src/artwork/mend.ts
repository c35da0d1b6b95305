// What can be mended without asking is mended in a copy, and the copy is read and judged as if it had been sent: what
// is printed is never a file that nobody has looked at.

import type { Files } from './files.ts'
import type { Code } from './preflight/codes.ts'
import type { Expected } from './preflight/expected.ts'
import type { PdfFacts } from './preflight/facts.ts'
import { type Finding, finding } from './preflight/finding.ts'
import { type Judgement, judge } from './preflight/judge.ts'
import { union } from './preflight/pages.ts'
import type { Preflight } from './preflight/preflight.ts'
import type { Repair } from './preflight/repair.ts'
import type { Storage } from './storage.ts'
import type { KeptFile, Part } from './store.ts'

const parts = ['cover', 'guts'] as const
/** What is said of a file that is mended. */
const repairCodes = new Set<Code>(['pages_padded', 'page_turned'])

export type BookFiles = Record<Part, KeptFile | null>

/** The files to print, and what is to be said of the book then. Null for a fault of our own. */
export type Mend = (
  accountId: string,
  sent: BookFiles,
  judged: Judgement,
  expected: (pageCount: number) => Expected,
) => Promise<{ files: BookFiles; findings: Finding[] } | null>

type Deps = { files: Pick<Files, 'make'>; storage: Storage; preflight: Pick<Preflight, 'repair'> }

export function createMend({ files, storage, preflight }: Deps): Mend {
  const copyOf = (accountId: string, file: KeptFile, repairs: Repair[]) =>
    files.make(accountId, file.sha256, to => storage.asFile(file, from => preflight.repair(from, repairs, to)))

  return async (accountId, sent, { findings, pageCount, repairs }, expected) => {
    const toMend = parts.filter(part => repairs[part].length > 0)
    if (toMend.length === 0) return { files: sent, findings }
    const printed = { ...sent }
    for (const part of toMend) {
      const made = await copyOf(accountId, sent[part]!, repairs[part])
      if (made.kind !== 'had' && made.kind !== 'not_made') return null
      printed[part] = made.kind === 'had' ? made.file : null
    }
    const again = judge(factsOf(printed), expected, pageCount)
    const isGood = (part: Part) =>
      factsIn(printed[part]) !== null &&
      again.repairs[part].length === 0 &&
      !again.findings.some(({ file, severity }) => file === part && severity === 'error')
    const failed = toMend.filter(part => !isGood(part))
    for (const part of failed) printed[part] = sent[part]
    return {
      files: printed,
      findings: [
        ...findings.filter(({ file, code }) => !(failed.includes(file) && repairCodes.has(code))),
        ...failed.map(part => notMended(part, repairs[part])),
      ],
    }
  }
}

function notMended(part: Part, repairs: Repair[]): Finding {
  const turned = repairs.flatMap(repair => (repair.kind === 'turn' ? [repair.pages] : []))
  const isPadded = repairs.some(({ kind }) => kind === 'pad')
  const needs = [
    ...(isPadded ? ['blank pages at its end'] : []),
    ...(turned.length > 0 ? ['pages turned upright'] : []),
  ]
  return finding(part, 'not_mended', {
    ...(turned.length > 0 ? { pages: union(...turned) } : {}),
    got: 'a file that cannot be mended',
    message: `The file needs ${needs.join(' and ')}, and is built so that this cannot be done for you.`,
  })
}

export const factsOf = ({ cover, guts }: BookFiles) => ({ cover: factsIn(cover), guts: factsIn(guts) })

const factsIn = (file: KeptFile | null): PdfFacts | null => (file?.reading.kind === 'read' ? file.reading.facts : null)
