// The staff charge an enterprise account on its next statement, and take charges and late fees back.

import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { requireCharge, requireFees, sumOfFees } from '../../features/money/adjustBills.ts'
import { recordPayments } from '../../features/money/receivePayments.ts'
import { maxNoteLength, maxReferenceLength } from '../../payments/statements/paymentFile.ts'
import type { RecordedPayment } from '../../payments/statements/paymentStore.ts'
import { centsAt } from '../objects/amounts.ts'
import { Closed, Text, unprintable } from '../objects/common.ts'
import { ApprovalObject, answerAwaitingApproval, mayAwaitApproval } from '../orders/approvals.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { Billing, presentBilling } from './statements.ts'

const notBlank = `^ *[^\\s${unprintable}][^${unprintable}]*$`
const Reason = Text(maxNoteLength, { pattern: notBlank, description: 'The customer reads it.' })

const act = { needs: 'money', freshWithinMs: moneyPasswordMs, answer: Billing, waits: ApprovalObject } as const

export const billAdjustmentRoutes = tagged('Staff: money', (services: Services): Route[] => {
  const { db } = services
  return [
    route({
      ...act,
      method: 'POST',
      path: '/staff/accounts/:accountId/billing/charges',
      operationId: 'chargeOnStatement',
      summary: 'Charge an enterprise account an amount on its next statement',
      description: `A line of the next statement, without tax. A reference that was used before is refused, so a repeated request charges nothing. ${mayAwaitApproval}`,
      body: Closed({
        amount: Type.Number({ minimum: 0.01, description: 'US dollars with at most two decimals.' }),
        reference: Text(maxReferenceLength, { pattern: notBlank, description: 'Your number of the charge.' }),
        reason: Reason,
      }),
      refuses: ['wrong_state', 'already_exists'],
      handle: async ({ caller, params: { accountId }, body: { amount, reference, reason: note }, reply }) => {
        const charge = { amountCents: centsAt('/amount', amount), reference: reference.trim(), note, statement: null }
        return record(services, { kind: 'charge', accountId, ...charge }, caller, reply)
      },
    }),
    route({
      ...act,
      method: 'POST',
      path: '/staff/accounts/:accountId/billing/charges/remove',
      operationId: 'removeCharge',
      summary: 'Remove a charge that was a mistake',
      description: `The charge is taken back whole by a line of the next statement, also when it is on a statement already. ${mayAwaitApproval}`,
      body: Closed({ reference: Text(maxReferenceLength, { description: 'Of the charge.' }), reason: Reason }),
      refuses: ['wrong_state'],
      handle: async ({ caller, params: { accountId }, body, reply }) => {
        const { reference, openCents } = await requireCharge(db, accountId, body.reference.trim())
        const removal = { amountCents: openCents, reference, note: body.reason, statement: null }
        return record(services, { kind: 'removed_charge', accountId, ...removal }, caller, reply)
      },
    }),
    route({
      ...act,
      method: 'POST',
      path: '/staff/accounts/:accountId/billing/statements/:number/waive-late-fees',
      operationId: 'waiveLateFees',
      summary: 'Take back the late fees of a statement',
      description: `Each fee is taken back by a line of the next statement. ${mayAwaitApproval}`,
      body: Closed({ reason: Reason }),
      refuses: ['wrong_state'],
      handle: async ({ caller, params: { accountId, number: statement }, body: { reason: note }, reply }) => {
        const fees = await requireFees(db, accountId, statement)
        const waiver = {
          amountCents: sumOfFees(fees),
          reference: `late fees of statement ${statement}`,
          note,
          statement,
        }
        return record(services, { kind: 'waived_fee', accountId, ...waiver }, caller, reply)
      },
    }),
  ]
})

/** Answers the account's billing, or the approval that the adjustment waits for. */
async function record(
  { db, transactor, clock, operatorVersions, secondPerson }: Services,
  adjustment: Omit<RecordedPayment, 'receivedOn'>,
  caller: { actor: string },
  reply: FastifyReply,
) {
  const now = clock()
  const receivedOn = operatorVersions.at(now).shipping.localDay(now).toString()
  const recorded = { ...adjustment, receivedOn }
  const { done, approval } = await recordPayments(transactor, [recorded], { now, actor: caller.actor }, secondPerson)
  return done === null
    ? answerAwaitingApproval(reply, db, approval, caller)
    : presentBilling(db, adjustment.accountId, now)
}
