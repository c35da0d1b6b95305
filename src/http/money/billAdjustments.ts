// The staff charge an enterprise account on its next statement, and take charges and late fees back.

import { Type } from 'typebox'
import { requireCharge, requireFees, sumOfFees } from '../../features/money/adjustBills.ts'
import { recordPayments } from '../../features/money/receivePayments.ts'
import { maxNoteLength, maxReferenceLength } from '../../payments/statements/paymentFile.ts'
import { centsAt } from '../objects/amounts.ts'
import { Closed, Text, unprintable } from '../objects/common.ts'
import { ApprovalObject, answerAwaitingApproval, mayAwaitApproval } from '../orders/approvals.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { Billing, presentBilling } from './statements.ts'

const notBlank = `^ *[^\\s${unprintable}][^${unprintable}]*$`
const Reason = Text(maxNoteLength, { pattern: notBlank, description: 'The customer reads it.' })

export const billAdjustmentRoutes = tagged('Staff: money', (services: Services): Route[] => {
  const { db, transactor, clock, operatorVersions, secondPerson } = services
  const today = () => operatorVersions.at(clock()).shipping.localDay(clock()).toString()
  const act = { needs: 'money', freshWithinMs: moneyPasswordMs, answer: Billing, waits: ApprovalObject } as const
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
        const recorded = { kind: 'charge' as const, accountId, receivedOn: today(), ...charge }
        const by = { now: clock(), actor: caller.actor }
        const { done, approval } = await recordPayments(transactor, [recorded], by, secondPerson)
        return done === null
          ? answerAwaitingApproval(reply, db, approval, caller)
          : presentBilling(db, accountId, clock())
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
        const recorded = { kind: 'removed_charge' as const, accountId, receivedOn: today(), ...removal }
        const by = { now: clock(), actor: caller.actor }
        const { done, approval } = await recordPayments(transactor, [recorded], by, secondPerson)
        return done === null
          ? answerAwaitingApproval(reply, db, approval, caller)
          : presentBilling(db, accountId, clock())
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
        const recorded = { kind: 'waived_fee' as const, accountId, receivedOn: today(), ...waiver }
        const by = { now: clock(), actor: caller.actor }
        const { done, approval } = await recordPayments(transactor, [recorded], by, secondPerson)
        return done === null
          ? answerAwaitingApproval(reply, db, approval, caller)
          : presentBilling(db, accountId, clock())
      },
    }),
  ]
})
