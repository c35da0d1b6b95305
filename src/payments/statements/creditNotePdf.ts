// The credit note of a credit of the staff as PDF. It pays a statement, and changes no tax.

import type { Language } from '../../../languages/languages.ts'
import { numberText } from '../documentNumber.ts'
import { drawSheet, type Sheet } from '../documentSheet.ts'
import type { StaffCredit } from '../documentStore.ts'

/** `logo` is the PNG of the seller's brand. */
export const drawStaffCredit = (
  credit: StaffCredit,
  { logo, language }: { logo: Buffer | null; language: Language },
): Promise<Buffer> =>
  drawSheet({
    ...credit,
    ...{ language, logo, content: credit },
    kind: t => t('Credit note'),
    draw(sheet) {
      drawFacts(sheet, credit)
      drawTotals(sheet, credit)
    },
  })

function drawFacts(
  sheet: Sheet,
  { issuedAt, invoiceNumber, statement, reference, reason, amountCents }: StaffCredit,
): void {
  const { t } = sheet
  sheet.beside(
    [
      { text: t('Date'), gray: true },
      { text: sheet.day(issuedAt.toISOString()) },
      { text: t('Reference'), gray: true },
      { text: reference },
    ],
    [
      { text: t('Statement'), gray: true },
      { text: String(statement) },
      { text: t('Invoice'), gray: true },
      { text: numberText(invoiceNumber!) },
      { text: t('Credit'), gray: true },
      { text: `$${sheet.amount(amountCents)}`, bold: true },
    ],
  )
  sheet.skip()
  sheet.line([{ text: t('Reason'), gray: true }])
  for (const text of reason.split('\n')) sheet.paragraph(text)
}

function drawTotals(sheet: Sheet, { amountCents }: StaffCredit): void {
  const { t } = sheet
  sheet.keepTogether(7)
  sheet.skip()
  sheet.rule()
  sheet.sum(t('Net'), amountCents)
  sheet.sum(t('Tax'), 0)
  sheet.rule()
  sheet.line([
    { text: t('Credit'), bold: true, size: 11 },
    { text: sheet.amount(amountCents), right: sheet.columns.amount, bold: true, size: 11 },
  ])
  sheet.skip()
  sheet.paragraph(t('This credit contains no tax. The taxes of the invoice stay as they are.'), { gray: true })
}
