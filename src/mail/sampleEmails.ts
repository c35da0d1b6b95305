// Every email of the service with sample data, for the staff, who see how their brand looks, and for tests. A template
// that is not listed here fails a test.

import { day, hour, later } from '../base/clock.ts'
import type { EmailContent } from './emailBody.ts'
import { accessByStaff } from './templates/accessEmails.ts'
import { approvalDecision, approvalRequest } from './templates/approvalEmails.ts'
import { disputeOfCharge } from './templates/disputeEmails.ts'
import { domainProofEnded, domainProofMissing } from './templates/domainEmails.ts'
import { emailChangeConfirmation, emailChangeRequest, emailChangeTaken } from './templates/emailChangeEmails.ts'
import { exemptionDecided } from './templates/exemptionEmails.ts'
import { invitation, invitationToExistingUser, operatorInvitation } from './templates/invitationEmails.ts'
import { keyExpires, operatorKeyExpires } from './templates/keyEmails.ts'
import { ordersHeldByCredit, ordersQueued, ordersRejected } from './templates/limitEmails.ts'
import { ordersFailed, ordersOnHold, ordersShipped, proofsExpire } from './templates/orderEmails.ts'
import { passwordReset } from './templates/passwordEmails.ts'
import { cardExpires, invoiceIssued, paymentDeclined, paymentToConfirm } from './templates/paymentEmails.ts'
import { bindingMismatched, jobsClosedAtPrinter, printerUpdatesOverdue } from './templates/printerEmails.ts'
import { refundMade, refundReturned } from './templates/refundEmails.ts'
import { newSignIn, signInChanged } from './templates/signInEmails.ts'
import { signUpByExistingUser, signUpConfirmation } from './templates/signUpEmails.ts'
import { statementIssued, statementOverdue } from './templates/statementEmails.ts'
import { testEmail } from './templates/testEmail.ts'
import { webhooksFailing } from './templates/webhookEmails.ts'

export const emailGroups = ['orders', 'payments', 'account', 'sign_in', 'staff'] as const

export type SampleEmail = EmailContent & { name: string; group: (typeof emailGroups)[number] }

/** Links lead to pages of the service, but none contains a secret that works. */
export function sampleEmails({ publicUrl, at }: { publicUrl: URL; at: Date }): SampleEmail[] {
  const page = (path: string) => new URL(path, publicUrl).href
  const accountName = 'Paper Lantern Books'
  const name = 'Mina Okafor'
  const billingUrl = page('/dashboard/billing')
  const tomorrow = later(at, day)
  const link = (path: string) => ({ url: page(`${path}?token=sample`), expiresAt: tomorrow })
  const limit = { accountName, mode: 'production', ordersPer24Hours: 50, queueCeiling: 350, at } as const
  const order = { customerOrderId: 'PLB-1042', url: page('/dashboard/production/orders/PLB-1042') }
  const none = { findings: [], parcels: [] }
  const parcels = [{ carrier: 'UPS', trackingNumber: '1Z999AA10123456784', trackingUrl: 'https://www.ups.com/track' }]
  const ordersAbout = (status: string) => ({
    accountName,
    ordersUrl: page(`/dashboard/production/orders?status=${status}`),
  })
  const failed = { ...order, ...none, findings: ['The pages file has 31 pages; this product has 32 to 800 pages.'] }
  const job = { customerOrderId: 'PLB-1042', accountId: 'acc_sample', jobId: 'job_sample' }
  const approval = {
    ...{ kind: 'refund' as const, accountName, customerOrderId: 'PLB-1042', amountCents: 12_550, requestedAt: at },
    ...{ name: 'Ben Ortiz', requestedBy: 'Anna Lind', expiresAt: tomorrow, approvalsUrl: page('/staff/approvals') },
    ...{ status: 'approved' as const, decidedBy: 'Anna Lind', decidedAt: later(at, hour) },
  }
  const change = { name, oldEmail: 'mina@lantern.example', newEmail: 'mina.okafor@lantern.example' }
  const refund = { accountName, customerOrderId: 'PLB-1042', amountCents: 1554, at, billingUrl }
  const statement = {
    ...{ accountName, number: 3, month: '2026-03-01', dueOn: '2026-05-01', purchaseOrder: 'PO-7781' },
    ...{ totalCents: 482_050, paidCents: 0, billingUrl: page('/dashboard/billing?tab=statements') },
  }
  const domain = {
    ...{ accountName, domain: 'lantern.example', teamUrl: page('/dashboard/production/settings?tab=team') },
    record: { name: '_single-sign-on.lantern.example', value: 'domain-proof=sample' },
  }
  const emails = {
    orders: {
      order_failed: ordersFailed({ ...ordersAbout('FAILED'), orders: [failed], count: 1 }),
      orders_failed: ordersFailed({
        ...ordersAbout('FAILED'),
        orders: [failed, { ...failed, customerOrderId: 'PLB-1043' }],
        count: 24,
      }),
      order_on_hold: ordersOnHold({
        ...ordersAbout('EXCEPTION'),
        orders: [
          { ...order, ...none, findings: ['The printer reported a problem with the order. Support is reviewing it.'] },
        ],
        count: 1,
      }),
      order_shipped: ordersShipped({ ...ordersAbout('SHIPPED'), orders: [{ ...order, ...none, parcels }], count: 1 }),
      orders_shipped: ordersShipped({
        ...ordersAbout('SHIPPED'),
        orders: [
          { ...order, ...none, parcels },
          { ...order, ...none, parcels, customerOrderId: 'PLB-1043' },
        ],
        count: 2,
      }),
      proof_reminder: proofsExpire({
        ...ordersAbout('AWAITING_PROOF'),
        orders: [{ ...order, ...none, findings: [`Approve it by ${later(at, 3 * day).toISOString()}`] }],
        count: 1,
      }),
      orders_queued: ordersQueued({ ...limit, releaseAt: later(at, hour) }),
      orders_held_by_credit: ordersHeldByCredit(limit),
      orders_rejected: ordersRejected(limit),
    },
    payments: {
      payment_declined: paymentDeclined({
        ...{ accountName, amountCents: 12_550, orderCount: 3, givenUpCount: 0, at, billingUrl },
        ...{ card: { brand: 'Visa', last4: '4242' }, code: 'card_declined', nextChargeAt: tomorrow },
      }),
      payment_to_confirm: paymentToConfirm({
        ...{ accountName, amountCents: 12_550, at, url: billingUrl, confirmBy: later(at, 3 * day) },
      }),
      card_expires: cardExpires({ accountName, brand: 'Visa', last4: '4242', expiresOn: '2026-04-30', billingUrl }),
      invoice: invoiceIssued({ accountName, number: 12, amountCents: 12_550, orderCount: 3, at, billingUrl }),
      statement: statementIssued(statement),
      statement_overdue: statementOverdue({ ...statement, paidCents: 100_000 }),
      refund: refundMade({ ...refund, reason: 'Damaged in transit', manualRef: null }),
      refund_returned: refundReturned(refund),
      exemption: exemptionDecided({
        ...{ accountName, jurisdiction: 'US-NY', status: 'approved', reason: null, expiresAt: later(at, 365 * day) },
      }),
      exemption_refused: exemptionDecided({
        ...{ accountName, jurisdiction: 'US-NY', status: 'refused', reason: 'It is not signed.', expiresAt: null },
      }),
    },
    account: {
      invitation: invitation({ name, accountName, role: 'developer', ...link('/dashboard/invitation') }),
      invitation_elsewhere: invitationToExistingUser({ name, accountName }),
      key_expires: keyExpires({
        ...{ accountName, label: 'Shop', expiresAt: later(at, 7 * day), keysUrl: page('/dashboard/production/keys') },
      }),
      access_by_staff: accessByStaff({
        ...{ accountName, at, teamUrl: page('/dashboard/production/settings?tab=team') },
        act: { kind: 'invitation', email: 'tom@lantern.example', role: 'developer' },
      }),
      domain_proof_missing: domainProofMissing({ ...domain, endsAt: later(at, 30 * day) }),
      domain_proof_ended: domainProofEnded(domain),
      webhooks_failing: webhooksFailing({
        ...{ accountName, since: at, url: 'https://shop.example/octavo', at: later(at, hour), failure: 'timeout' },
        ...{ responseStatus: null, webhooksUrl: page('/dashboard/production/webhooks') },
      }),
    },
    sign_in: {
      sign_up: signUpConfirmation({ email: 'mina@lantern.example', ...link('/dashboard/confirm') }),
      sign_up_again: signUpByExistingUser({ name, url: page('/dashboard') }),
      password_reset: passwordReset({ name, ...link('/dashboard/reset-password') }),
      new_sign_in: newSignIn({ name, at, address: '203.0.113.7', url: page('/dashboard/production/settings') }),
      sign_in_changed: signInChanged({
        ...{ name, action: 'password_changed', at, url: page('/dashboard/production/settings') },
      }),
      email_change: emailChangeRequest({ ...change, ...link('/dashboard/change-email') }),
      email_change_confirmation: emailChangeConfirmation({ ...change, ...link('/dashboard/change-email') }),
      email_change_taken: emailChangeTaken({ name }),
    },
    staff: {
      staff_invitation: operatorInvitation({
        ...{ name: 'ben@press.example', kind: 'staff', role: 'support', printer: null, ...link('/staff/invitation') },
      }),
      staff_key_expires: operatorKeyExpires({
        ...{
          name: 'Ben Ortiz',
          label: 'Bookkeeping export',
          expiresAt: later(at, 7 * day),
          keysUrl: page('/staff/keys'),
        },
      }),
      approval_request: approvalRequest(approval),
      approval_decision: approvalDecision(approval),
      dispute: disputeOfCharge({
        ...{ name: 'Ben Ortiz', accountName, amountCents: 12_550, withdrawnCents: 12_550, feeCents: 1500 },
        ...{ reason: 'product_not_received', status: 'needs_response', evidenceDueAt: later(at, 7 * day) },
        ...{ orderCount: 3, providerRef: 'dp_sample', disputesUrl: page('/staff/money?tab=disputes') },
      }),
      printer_overdue: printerUpdatesOverdue([{ ...job, printer: 'Rochester', step: 'acceptance', since: at }], at),
      jobs_closed: jobsClosedAtPrinter({ printer: 'Rochester', ended: [{ ...job, listedAs: 'shipped' }] }),
      binding_mismatch: bindingMismatched([{ ...job, printer: 'Rochester', item: 0 }], at),
      test: testEmail({ name: 'Ben Ortiz' }),
    },
  } satisfies Record<SampleEmail['group'], Record<string, EmailContent>>
  return emailGroups.flatMap(group =>
    Object.entries(emails[group]).map(([sample, content]) => ({ name: sample, group, ...content })),
  )
}
