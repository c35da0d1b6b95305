// One invoice or credit note as data, for programs, the members of an account and the staff.

import { say } from '../../../languages/texts.ts'
import { Refusal } from '../../base/refusal.ts'
import {
  maxOrdersListed,
  readCreditNote,
  readDocumentRow,
  readInvoice,
  readStaffCredit,
} from '../../payments/documentStore.ts'
import { readStatement } from '../../payments/statements/statementStore.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { billing, readByKey } from './billingAddresses.ts'
import { BillingDocument, presentContent, presentStaffCredit, presentStatementContent } from './documentContent.ts'

export const documentReadRoutes = tagged('Billing', ({ db }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: billing('/documents/:number'),
    operationId: 'getBillingDocument',
    ...readByKey,
    summary: 'Read an invoice or a credit note with its orders and taxes',
    answer: BillingDocument,
    refuses: ['not_found'],
    async handle({ owner: { accountId }, params: { number } }) {
      const row = await readDocumentRow(db, accountId, number)
      if (row === undefined) throw new Refusal('not_found', say('There is no document {number}.', { number }))
      const { chargeId, refundId, statement, paymentId } = row
      if (paymentId !== null) return presentStaffCredit(row, (await readStaffCredit(db, accountId, paymentId))!)
      if (statement !== null) return presentStatementContent(row, (await readStatement(db, accountId, statement))!)
      const content =
        refundId === null
          ? await readInvoice(db, accountId, chargeId!, maxOrdersListed)
          : await readCreditNote(db, accountId, refundId)
      return presentContent(row, content!)
    },
  }),
])
