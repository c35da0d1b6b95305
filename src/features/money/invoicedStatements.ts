// The statement that a payment names by the number of its invoice, which is of the operator's one series.

import { say, type Words } from '../../../languages/texts.ts'
import type { Db } from '../../db/db.ts'
import { numberText } from '../../payments/documentNumber.ts'
import { findDocuments, type NumberedDocument } from '../../payments/documentStore.ts'

/** `accountId` is empty when only the invoice names the account. */
type Named = { accountId: string; statement: number | null; invoice: number | null }
type Placed<Payment> = { payment: Payment; wrong: Words | null }

/** Each payment with the account and the statement of its invoice, or what is wrong with the number. */
export async function placeByInvoice<Payment extends Named>(db: Db, payments: Payment[]): Promise<Placed<Payment>[]> {
  const numbers = payments.flatMap(({ invoice }) => invoice ?? [])
  const documents = numbers.length === 0 ? new Map<number, NumberedDocument>() : await findDocuments(db, numbers)
  return payments.map(payment => {
    const { invoice } = payment
    if (invoice === null) return { payment, wrong: null }
    const document = documents.get(invoice)
    const wrong = faultOf({ ...payment, invoice }, document)
    if (wrong !== null) return { payment, wrong }
    const { accountId, statement } = document!
    return { payment: { ...payment, accountId, statement }, wrong: null }
  })
}

function faultOf(
  { accountId, statement, invoice: number }: Named & { invoice: number },
  document: NumberedDocument | undefined,
): Words | null {
  const invoice = numberText(number)
  if (document === undefined) return say('there is no invoice {invoice}', { invoice })
  if (accountId !== '' && document.accountId !== accountId)
    return say('invoice {invoice} is of another account', { invoice })
  if (document.statement === null || document.kind !== 'invoice')
    return say('document {invoice} is not the invoice of a statement', { invoice })
  if (statement !== null && document.statement !== statement)
    return say('invoice {invoice} is of statement {other}, not of statement {statement}', {
      invoice,
      other: document.statement,
      statement,
    })
  return null
}
