// PDF/X: what a file claims, held against what it contains, and what a book demands. ISO 15930 forbids more than is
// looked for here, so a claim that stands is only not contradicted.

import { say, type Words } from '../../../../languages/texts.ts'
import type { PdfFacts } from '../../pdfReader/pdfReader.ts'
import { type FileName, type Finding, finding } from '../finding.ts'
import { listOf, namesText } from '../findingText.ts'

export function checkPdfx(file: FileName, facts: PdfFacts, demanded: string[]): Finding[] {
  const { claim, condition } = facts.pdfx
  const version = versionOf(claim)
  const contradictions = version === null ? [] : contradictionsOf(facts, version)
  const isFalse = contradictions.length > 0
  const claimed = claim ?? say('no PDF/X version')
  const got = isFalse
    ? say('{claimed}, with {contradictions}', { claimed, contradictions: namesText(contradictions) })
    : claimed
  if (demanded.length > 0 && (version === null || !demanded.includes(version) || isFalse)) {
    const expected = listOf(demanded, ' or ')
    const message = say('The file has {got}; this book needs {expected}.', { got, expected })
    return [finding(file, 'pdfx_required', { got, expected, message })]
  }
  if (isFalse) {
    const message = say('The file claims to be {claimed}, but it has {names}.', {
      claimed,
      names: namesText(contradictions),
    })
    return [finding(file, 'pdfx_false', { got, expected: say('a file that is {claimed}', { claimed }), message })]
  }
  if (claim === null && condition === null) return []
  const named = claim ?? say('no version')
  const claims = condition === null ? named : say('{version}, for {condition}', { version: named, condition })
  return [
    finding(file, 'pdfx_claimed', {
      got: claims,
      message: say('The file claims: {claims}. Nothing contradicts it.', { claims }),
    }),
  ]
}

const versionOf = (claim: string | null): string | null => {
  const version = /^PDF\/X-([134])/.exec(claim ?? '')?.[1]
  if (version === undefined) return null
  return version === '1' ? 'PDF/X-1a' : `PDF/X-${version}`
}

function contradictionsOf(facts: PdfFacts, version: string): Words[] {
  const { rgb, rgbBlack, rgbBlackText, lab, transparency, missingFonts, scripts, launches, transferCurves, pdfx } =
    facts
  const isX1a = version === 'PDF/X-1a'
  const isOld = version !== 'PDF/X-4'
  const has: [boolean, Words][] = [
    [pdfx.condition === null, say('no output condition')],
    [pdfx.lacksTrim, say('pages without a TrimBox')],
    [pdfx.isAnnotated, say('annotations on the page')],
    [isX1a && rgb.length + rgbBlack.length + rgbBlackText.length > 0, 'RGB'],
    [isX1a && lab.length > 0, 'Lab'],
    [isOld && transparency.pages.length > 0, say('transparency')],
    [isOld && facts.hasLayers, say('layers')],
    [missingFonts.length > 0, say('fonts that are not embedded')],
    [facts.hasLockedAttachments, say('encryption')],
    [scripts.length + launches.length > 0, say('scripts or actions')],
    [transferCurves.length > 0, say('transfer curves')],
  ]
  return has.flatMap(([isSo, what]) => (isSo ? [what] : []))
}
