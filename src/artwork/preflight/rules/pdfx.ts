// PDF/X: what a file claims, held against what it contains, and what a book demands. ISO 15930 forbids more than is
// looked for here, so a claim that stands is only not contradicted.

import type { PdfFacts } from '../../pdfReader/pdfReader.ts'
import { type FileName, type Finding, finding } from '../finding.ts'
import { namesText } from '../findingText.ts'

export function checkPdfx(file: FileName, facts: PdfFacts, demanded: string[]): Finding[] {
  const { claim, condition } = facts.pdfx
  const version = versionOf(claim)
  const contradictions = version === null ? [] : contradictionsOf(facts, version)
  const isFalse = contradictions.length > 0
  const claimed = claim ?? 'no PDF/X version'
  const got = isFalse ? `${claimed}, with ${namesText(contradictions)}` : claimed
  if (demanded.length > 0 && (version === null || !demanded.includes(version) || isFalse)) {
    const expected = demanded.join(' or ')
    const message = `The file has ${got}; this book needs ${expected}.`
    return [finding(file, 'pdfx_required', { got, expected, message })]
  }
  if (isFalse) {
    const message = `The file claims to be ${claimed}, but it has ${namesText(contradictions)}.`
    return [finding(file, 'pdfx_false', { got, expected: `a file that is ${claimed}`, message })]
  }
  if (claim === null && condition === null) return []
  const claims = [claim ?? 'no version', ...(condition === null ? [] : [`for ${condition}`])].join(', ')
  return [
    finding(file, 'pdfx_claimed', { got: claims, message: `The file claims: ${claims}. Nothing contradicts it.` }),
  ]
}

const versionOf = (claim: string | null): string | null => {
  const version = /^PDF\/X-([134])/.exec(claim ?? '')?.[1]
  if (version === undefined) return null
  return version === '1' ? 'PDF/X-1a' : `PDF/X-${version}`
}

function contradictionsOf(facts: PdfFacts, version: string): string[] {
  const { rgb, rgbBlack, rgbBlackText, lab, transparency, missingFonts, scripts, launches, transferCurves, pdfx } =
    facts
  const isX1a = version === 'PDF/X-1a'
  const isOld = version !== 'PDF/X-4'
  const has: [boolean, string][] = [
    [pdfx.condition === null, 'no output condition'],
    [isX1a && rgb.length + rgbBlack.length + rgbBlackText.length > 0, 'RGB'],
    [isX1a && lab.length > 0, 'Lab'],
    [isOld && transparency.pages.length > 0, 'transparency'],
    [isOld && facts.hasLayers, 'layers'],
    [missingFonts.length > 0, 'fonts that are not embedded'],
    [facts.hasLockedAttachments, 'encryption'],
    [scripts.length + launches.length > 0, 'scripts or actions'],
    [transferCurves.length > 0, 'transfer curves'],
  ]
  return has.flatMap(([isSo, what]) => (isSo ? [what] : []))
}
