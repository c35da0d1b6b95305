// The emails of the service: plain text, dollars, UTC. Each template is a pure function.

import type { Mode } from '../base/mode.ts'
import { dollars } from '../base/money.ts'

export type EmailContent = { subject: string; body: string }

export type LimitDetails = { accountName: string; mode: Mode; ordersPer24Hours: number; queueCeiling: number; at: Date }

export const ordersQueued = (details: LimitDetails & { releaseAt: Date | null }): EmailContent => ({
  subject: 'Your orders are waiting: you have reached your 24-hour limit',
  body: emailBody(
    details.accountName,
    `At ${utc(details.at)} your account reached its limit of ${orders(details.ordersPer24Hours)} within 24 hours in ${details.mode} mode. ` +
      'No order is lost: we queue new orders and release them, first in first out, as soon as your limit allows.',
    ...(details.releaseAt === null ? [] : [`The next order will be released at ${utc(details.releaseAt)}.`]),
    `We accept up to ${orders(details.queueCeiling)}, counting the orders received in the last 24 hours and the orders in the queue. Any further order is rejected.`,
    'If you expect to send more orders, reply to this email and we will consider raising your limit.',
    'We will not email you about queued orders again in the next 24 hours.',
  ),
})

export const ordersRejected = (details: LimitDetails): EmailContent => ({
  subject: 'Orders were rejected: you have exceeded your limit',
  body: emailBody(
    details.accountName,
    details.mode === 'sandbox'
      ? `At ${utc(details.at)} your account exceeded its limit of ${orders(details.ordersPer24Hours)} within 24 hours in sandbox mode. The sandbox has no queue: it rejects orders over the limit immediately.`
      : `At ${utc(details.at)} your account reached its limit of ${orders(details.queueCeiling)} received within 24 hours or queued. Orders over this limit are rejected and will not be printed.`,
    'We do not retry rejected orders. Please place them again later, each with a new customerOrderId.',
    'If you need a higher limit, reply to this email and tell us how many orders you expect.',
    'We will not email you about rejected orders again in the next 24 hours.',
  ),
})

export type DeclineDetails = {
  accountName: string
  amountCents: number
  orderCount: number
  /** The number of these orders that are no longer charged automatically. */
  givenUpCount: number
  at: Date
  card: Card | null
  code: string
  nextChargeAt: Date
  billingUrl: string
}
type Card = { brand: string; last4: string }

export const paymentDeclined = (details: DeclineDetails): EmailContent => ({
  subject: `Your payment of ${money(details.amountCents)} did not go through`,
  body: emailBody(
    details.accountName,
    `At ${utc(details.at)} we tried to charge ${money(details.amountCents)} for ${orders(details.orderCount)}, but ${declineReason(details)}.`,
    ...(otherWaysToPay[details.code] ?? nextAttempts(details)),
  ),
})

function declineReason({ code, card }: DeclineDetails): string {
  if (code === 'amount_too_large') return 'that is more than we can charge at once'
  if (code === 'order_too_large') return 'the order costs more than we can charge at once'
  if (code === 'card_removed') return 'the card had been removed'
  if (code === 'not_taken') return 'the payment was not made'
  return card === null ? 'there is no card on file' : `the card ${card.brand} ending in ${card.last4} was declined`
}

/** For failures that neither another attempt nor another card can solve. */
const otherWaysToPay: Record<string, string[]> = {
  amount_too_large: [
    'Your orders are waiting for payment. Reply to this email and we will arrange another way to pay, or cancel orders that can wait to reduce the total.',
  ],
  order_too_large: [
    'We will not try to charge it again. Reply to this email and we will arrange another way to pay, or cancel the order and place it again as several smaller orders.',
  ],
}

const nextAttempts = ({ card, orderCount, givenUpCount, nextChargeAt, billingUrl }: DeclineDetails): string[] => [
  ...(givenUpCount < orderCount
    ? [
        `Your orders are waiting for payment. We will try again at ${utc(nextChargeAt)}. Until then you can ${card === null ? 'add a card' : 'add another card'} and pay now, or cancel orders that you no longer want.`,
      ]
    : []),
  ...(givenUpCount > 0
    ? [
        `After many attempts, we have stopped charging ${orders(givenUpCount)} automatically. No order is lost: add ${card === null ? 'a card' : 'another card'} or pay, and printing continues.`,
      ]
    : []),
  'Manage cards and payments in the dashboard, under Billing:',
  billingUrl,
]

export type ConfirmationDetails = { accountName: string; amountCents: number; url: string; at: Date; confirmBy: Date }

export const paymentToConfirm = (details: ConfirmationDetails): EmailContent => ({
  subject: `Please confirm your payment of ${money(details.amountCents)}`,
  body: emailBody(
    details.accountName,
    `At ${utc(details.at)} we charged ${money(details.amountCents)} to your card, and your bank asks you to confirm the payment. Confirm it here:`,
    details.url,
    `Your orders wait for your confirmation. If you do not confirm the payment by ${utc(details.confirmBy)}, we will cancel it and try again.`,
  ),
})

export type RefundDetails = {
  accountName: string
  customerOrderId: string
  amountCents: number
  reason: string | null
  /** Null if the refund went to the card. */
  manualRef: string | null
  at: Date
  billingUrl: string
}

export const refundMade = ({
  accountName,
  customerOrderId,
  amountCents,
  reason,
  manualRef,
  at,
  billingUrl,
}: RefundDetails): EmailContent => ({
  subject: `Refund of ${money(amountCents)} for order ${oneLine(customerOrderId)}`,
  body: emailBody(
    accountName,
    `At ${utc(at)} we refunded ${money(amountCents)} for your order ${oneLine(customerOrderId)} ` +
      (manualRef === null
        ? 'to the card that paid for it. Your bank may take a few days to show the refund.'
        : `in another way than to your card. The reference is ${oneLine(manualRef)}.`),
    ...(reason === null ? [] : [`Reason: ${oneLine(reason)}`]),
    'The credit note is in the dashboard, under Billing:',
    billingUrl,
  ),
})

export const refundReturned = ({
  accountName,
  customerOrderId,
  amountCents,
  at,
}: Omit<RefundDetails, 'reason' | 'manualRef' | 'billingUrl'>): EmailContent => ({
  subject: `Your ${money(amountCents)} refund was returned`,
  body: emailBody(
    accountName,
    `At ${utc(at)} we learned that your bank returned our refund of ${money(amountCents)} for your order ${oneLine(customerOrderId)}. The card may have been closed.`,
    'We still owe you this money and will refund it in another way. Reply to this email and tell us how you would like to receive it. The credit note stays valid.',
  ),
})

export type ExemptionDetails = {
  accountName: string
  place: string
  status: 'approved' | 'refused'
  reason: string | null
  expiresAt: Date | null
}

export const exemptionDecided = ({ accountName, place, status, reason, expiresAt }: ExemptionDetails): EmailContent => {
  const state = place.replace('US-', '')
  return {
    subject: `Your tax exemption certificate for ${state} was ${status}`,
    body: emailBody(
      accountName,
      status === 'approved'
        ? `Your tax exemption certificate for ${state} was approved. We charge no sales tax on orders to ${state} that are priced from now until ${utc(expiresAt!)}.`
        : `Your tax exemption certificate for ${state} was refused. We charge sales tax on orders to ${state}.`,
      ...(reason === null ? [] : [`Reason: ${oneLine(reason)}`]),
      status === 'approved'
        ? 'Upload a new certificate before this certificate expires.'
        : 'You can upload another certificate in the dashboard.',
    ),
  }
}

export const passwordReset = ({
  name,
  url,
  expiresAt,
}: {
  name: string
  url: string
  expiresAt: Date
}): EmailContent => ({
  subject: 'Set a new password',
  body: emailBody(
    name,
    'You, or someone who knows your email address, requested a new password. Choose it here:',
    url,
    `The link works once, until ${utc(expiresAt)}. If you did not request it, ignore this email: your password stays unchanged.`,
  ),
})

/** `url` contains a secret that works once. */
type LinkDetails = { name: string; url: string; expiresAt: Date }

type EmailChangeDetails = LinkDetails & { oldEmail: string; newEmail: string }

/** Sent to the current address. */
export const emailChangeRequest = ({ name, newEmail, url, expiresAt }: EmailChangeDetails): EmailContent => ({
  subject: 'Confirm the change of your email address',
  body: emailBody(
    name,
    `You, or someone signed in as you, asked to change your email address to ${oneLine(newEmail)}. If it was you, confirm the change here:`,
    url,
    `The link works until ${utc(expiresAt)}. We sent another email to the new address. Both links must be opened.`,
    'If it was not you, do not open the link: without it, nothing changes. Set a new password now, and end all other sessions under Settings.',
  ),
})

/** Sent to the new address. */
export const emailChangeConfirmation = ({ name, oldEmail, url, expiresAt }: EmailChangeDetails): EmailContent => ({
  subject: 'Confirm your new email address',
  body: emailBody(
    name,
    `You asked to sign in with this address instead of ${oneLine(oldEmail)}. Confirm it here:`,
    url,
    `The link works until ${utc(expiresAt)}. We sent another email to the old address. Both links must be opened. You are then signed out everywhere, and can sign in with the new address and your password.`,
    'If it was not you, ignore this email.',
  ),
})

/** Sent to the new address when it already has a sign-in. */
export const emailChangeTaken = ({ name }: { name: string }): EmailContent => ({
  subject: 'Your email address already has a sign-in',
  body: emailBody(
    name,
    'Someone tried to use your email address for another sign-in. An address can have only one sign-in, so nothing was changed.',
    'If it was you, use another address, or have your existing sign-in removed first.',
  ),
})

/** Repeats nothing from the form: anybody can enter the email address of somebody else. */
export const signUpConfirmation = ({
  email,
  url,
  expiresAt,
}: Omit<LinkDetails, 'name'> & { email: string }): EmailContent => ({
  subject: 'Confirm your email address',
  body: emailBody(
    email,
    'Welcome. Open this link to confirm your address and open your account:',
    url,
    `The link works once, until ${utc(expiresAt)}. If you did not sign up, ignore this email: no account is opened without the link.`,
  ),
})

export const signUpByExistingUser = ({ name, url }: { name: string; url: string }): EmailContent => ({
  subject: 'You already have a sign-in',
  body: emailBody(
    name,
    'You, or someone who knows your email address, tried to sign up with it, but it already has a sign-in. Nothing was changed.',
    'Sign in or request a new password here:',
    url,
  ),
})

type SignInDetails = { name: string; at: Date; address: string; url: string }

export const newSignIn = ({ name, at, address, url }: SignInDetails): EmailContent => ({
  subject: 'New sign-in from another browser',
  body: emailBody(
    name,
    `At ${utc(at)} someone signed in as you from a new browser. The request came from the IP address ${address}.`,
    'If it was you, you do not need to do anything. If not, set a new password now. That also ends all other sessions:',
    url,
  ),
})

const changeTexts = {
  password_changed: 'your password was changed',
  password_reset: 'a new password was set with a link from an email',
  second_factor_set_up: 'a second factor was set up',
  second_factor_removed: 'your second factor was removed',
  recovery_codes_made: 'new recovery codes were created, and the old codes no longer work',
  passkey_added: 'a passkey was added',
  passkey_removed: 'a passkey was removed',
} as const
export type SignInChange = keyof typeof changeTexts

type ChangeDetails = { name: string; action: SignInChange; at: Date; url: string }

export const signInChanged = ({ name, action, at, url }: ChangeDetails): EmailContent => ({
  subject: 'Your sign-in was changed',
  body: emailBody(
    name,
    `At ${utc(at)} ${changeTexts[action]}.`,
    'If it was you, you do not need to do anything. If not, request a new password now with "Forgot your password?", and check your sessions, second factor and passkeys:',
    url,
  ),
})

type ExpiringKeyDetails = { accountName: string; label: string; expiresAt: Date; keysUrl: string }

export const keyExpires = ({ accountName, label, expiresAt, keysUrl }: ExpiringKeyDetails): EmailContent => ({
  subject: 'Your API key expires soon',
  body: emailBody(
    accountName,
    `Your production key "${oneLine(label)}" expires at ${utc(expiresAt)}. Requests with this key will then fail.`,
    'Create a new key here, and update your programs before then:',
    keysUrl,
  ),
})

type FailingWebhookDetails = {
  accountName: string
  since: Date
  url: string
  at: Date
  responseStatus: number | null
  failure: string
  webhooksUrl: string
}

export const webhooksFailing = ({ accountName, since, url, at, ...last }: FailingWebhookDetails): EmailContent => {
  const host = oneLine(URL.parse(url)?.host ?? url)
  return {
    subject: 'We can’t reach your webhook endpoint',
    body: emailBody(
      accountName,
      `We have not been able to deliver webhooks of your production orders to ${host} since ${utc(since)} or earlier. At the last attempt, at ${utc(at)}, ${failureReason(last)}.`,
      'Your orders are not affected. We retry each webhook for about three days, at growing intervals, and then give it up.',
      'See each request with its response, and resend webhooks, here:',
      last.webhooksUrl,
      'Your program can also read all events, in order, from GET /events.',
      'We will not email you about this again in the next 24 hours.',
    ),
  }
}

const failureReason = ({
  responseStatus,
  failure,
}: Pick<FailingWebhookDetails, 'responseStatus' | 'failure'>): string =>
  responseStatus === null
    ? (failures[failure] ?? 'we could not send the request')
    : `the endpoint answered with ${responseStatus}${responseStatus >= 300 && responseStatus < 400 ? ', and we do not follow redirects' : ''}`

const failures: Record<string, string> = {
  timeout: 'the endpoint did not answer in time',
  connect_failed: 'the endpoint refused the connection',
  dns_failed: 'the host name could not be found',
  tls_failed: 'the TLS certificate was not valid',
  url_blocked: 'the address is not a public address',
  bad_answer: 'the answer was not valid HTTP',
}

type OverdueJob = {
  customerOrderId: string
  accountId: string
  jobId: string
  printer: string
  step: string
  since: Date
}

const maxJobsListed = 20

/** Sent to the operator's staff. */
export const printerUpdatesOverdue = (jobs: OverdueJob[], at: Date): EmailContent => ({
  subject: `Overdue printer updates: ${jobs.length === 1 ? '1 print job' : `${jobs.length} print jobs`}`,
  body: emailBody(
    'team',
    `As of ${utc(at)}, updates from the printer are overdue for these print jobs:`,
    jobs
      .slice(0, maxJobsListed)
      .map(
        ({ customerOrderId, accountId, jobId, printer, step, since }) =>
          `* ${step} by ${printer}, no update since ${utc(since)}: order ${oneLine(customerOrderId)} of account ${accountId}, job ${jobId}`,
      )
      .join('\n'),
    ...(jobs.length > maxJobsListed ? [`And ${jobs.length - maxJobsListed} more.`] : []),
    'No job is lost: we retry submissions indefinitely. See GET /staff/printers, contact the printer, pause it, or move the jobs to another printer.',
  ),
})

type ClosedJob = { customerOrderId: string; accountId: string; jobId: string; listedAs: string }

/** To the operator's staff. */
export const jobsClosedAtPrinter = ({ printer, ended }: { printer: string; ended: ClosedJob[] }): EmailContent => ({
  subject: `${printer} closed ${ended.length === 1 ? '1 print job that is' : `${ended.length} print jobs that are`} still open here`,
  body: emailBody(
    'team',
    `${printer} lists these print jobs as closed, but sent no message about it:`,
    ended
      .slice(0, maxJobsListed)
      .map(
        ({ customerOrderId, accountId, jobId, listedAs }) =>
          `* listed as ${oneLine(listedAs)}: order ${oneLine(customerOrderId)} of account ${accountId}, job ${jobId}`,
      )
      .join('\n'),
    ...(ended.length > maxJobsListed ? [`And ${ended.length - maxJobsListed} more.`] : []),
    'We do not submit them again. Ask the printer for their status and enter it by hand, as described in docs/printers.md.',
  ),
})

/** A staff action that needs a second person. `customerOrderId` is null if the action concerns an account. */
export type PendingApproval = {
  kind: 'refund' | 'abandon' | 'enterprise'
  accountName: string
  customerOrderId: string | null
  amountCents: number | null
  requestedAt: Date
}

type ApprovalRequestDetails = PendingApproval & {
  name: string
  requestedBy: string
  expiresAt: Date
  approvalsUrl: string
}

/** Sent to every member of the staff except the requester. Without the reason, which may name a recipient. */
export const approvalRequest = (details: ApprovalRequestDetails): EmailContent => ({
  subject: `${actionNames[details.kind]} needs your approval`,
  body: emailBody(
    details.name,
    `At ${utc(details.requestedAt)} ${oneLine(details.requestedBy)} asked to ${describe(details)}. This needs the approval of a second person.`,
    `Nothing happens until somebody approves it. The request expires at ${utc(details.expiresAt)}. Read the reason and decide here:`,
    details.approvalsUrl,
  ),
})

type DisputeDetails = {
  name: string
  accountName: string
  amountCents: number
  withdrawnCents: number
  feeCents: number
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed'
  evidenceDueAt: Date | null
  orderCount: number
  providerRef: string
  disputesUrl: string
}

/** Sent to every member of the staff. */
export const disputeOfCharge = (details: DisputeDetails): EmailContent => ({
  subject: `${disputeSubjects[details.status]}: ${money(details.amountCents)} from ${oneLine(details.accountName)}`,
  body: emailBody(
    details.name,
    `${disputeSentences[details.status]} The dispute concerns a charge of ${oneLine(details.accountName)} for ${orders(details.orderCount)}. The disputed amount is ${money(details.amountCents)}. The reason is ${oneLine(details.reason).replaceAll('_', ' ')}.`,
    `The payment provider has withdrawn ${money(details.withdrawnCents)} for this dispute and charges fees of ${money(details.feeCents)}.`,
    ...(details.status === 'needs_response' && details.evidenceDueAt !== null
      ? [
          `Submit your evidence to the payment provider by ${utc(details.evidenceDueAt)}. The provider’s reference is ${details.providerRef}.`,
        ]
      : []),
    'See the orders here:',
    details.disputesUrl,
  ),
})

const disputeSubjects = {
  needs_response: 'New dispute',
  under_review: 'New dispute',
  won: 'Dispute won',
  lost: 'Dispute lost',
  closed: 'Dispute closed',
}
const disputeSentences = {
  needs_response: 'A cardholder disputes a payment.',
  under_review: 'A cardholder disputes a payment, and the bank is reviewing it.',
  won: 'You won a dispute.',
  lost: 'You lost a dispute: the money stays with the cardholder.',
  closed: 'A dispute was closed without a decision.',
}

type ApprovalDecisionDetails = PendingApproval & {
  name: string
  status: 'approved' | 'declined' | 'expired'
  decidedBy: string
  decidedAt: Date
}

/** Sent to the requester. */
export const approvalDecision = (details: ApprovalDecisionDetails): EmailContent => ({
  subject: `${actionNames[details.kind]} that you requested ${details.status === 'expired' ? 'has' : 'was'} ${details.status}`,
  body: emailBody(
    details.name,
    `At ${utc(details.requestedAt)} you asked to ${describe(details)}. This needed the approval of a second person.`,
    describeDecision(details),
  ),
})

function describeDecision({ status, decidedBy, decidedAt }: ApprovalDecisionDetails): string {
  const by = oneLine(decidedBy)
  switch (status) {
    case 'approved':
      return `${by} approved the request at ${utc(decidedAt)}, and it is done.`
    case 'declined':
      return `${by} declined the request at ${utc(decidedAt)}, and nothing was done. The reason is in the staff console, under Approvals.`
    case 'expired':
      return `Nobody approved the request by ${utc(decidedAt)}, and nothing was done. You can ask again.`
  }
}

const actionNames = { refund: 'A refund', abandon: 'A cancellation', enterprise: 'An enterprise account' }

function describe({ kind, accountName, customerOrderId, amountCents }: PendingApproval): string {
  const account = oneLine(accountName)
  if (kind === 'enterprise') return `make ${account} an enterprise account, which is never charged`
  const order = `order ${oneLine(customerOrderId!)} of ${account}`
  return kind === 'refund'
    ? `refund ${money(amountCents!)} of ${order}`
    : `cancel ${order}, which refunds ${money(amountCents!)}`
}

export const invitation = (details: LinkDetails & { accountName: string; role: string }): EmailContent => ({
  subject: `You are invited to ${oneLine(details.accountName)}`,
  body: emailBody(
    details.name,
    `You are invited to join the account "${oneLine(details.accountName)}" as ${details.role}. Open this link to accept:`,
    details.url,
    `The link works once, until ${utc(details.expiresAt)}. If you do not know who invited you, ignore this email.`,
  ),
})

export const invitationToExistingUser = ({
  name,
  accountName,
}: {
  name: string
  accountName: string
}): EmailContent => ({
  subject: `You are invited to ${oneLine(accountName)}`,
  body: emailBody(
    name,
    `You are invited to join the account "${oneLine(accountName)}", but your email address already has a sign-in for another account. An email address can belong to only one account.`,
    'To join, ask for an invitation to another email address.',
  ),
})

type OperatorInvitationDetails = LinkDetails & {
  kind: 'staff' | 'printer'
  role: string | null
  printer: string | null
}

/** `role` is null for people of printers; `printer` is null for all printers, and for the staff. */
export function operatorInvitation({
  name,
  kind,
  role,
  printer,
  url,
  expiresAt,
}: OperatorInvitationDetails): EmailContent {
  const team = kind === 'staff' ? 'the support staff' : `the press desk of ${printer ?? 'all printers'}`
  return {
    subject: `You are invited to ${team}`,
    body: emailBody(
      name,
      `You are invited to join ${team}${role === null ? '' : ` in the role ${role.replace('_', '-')}`}. Open this link to accept:`,
      url,
      `The link works once, until ${utc(expiresAt)}. If you do not know who invited you, ignore this email.`,
    ),
  }
}

/** Who signs emails. */
export type Signature = { name: string; supportAddress: string | null; legalLines: readonly string[] }

/** The body as it is sent. Bodies are stored without a signature, so that an email carries the brand of its sending. */
export const signed = (body: string, { name, supportAddress, legalLines }: Signature): string =>
  `${body}\n${paragraphs(
    ['Kind regards,', name, ...(supportAddress === null ? [] : [supportAddress])].join('\n'),
    ...(legalLines.length === 0 ? [] : [legalLines.join('\n')]),
  )}`

export const testEmailSubject = 'Test email'

export const testEmail = ({ name }: { name: string }): EmailContent => ({
  subject: testEmailSubject,
  body: emailBody(name, 'You asked for this email in the staff console. Your customers get theirs in the same way.'),
})

const emailBody = (name: string, ...parts: string[]): string => paragraphs(`Hello ${oneLine(name)},`, ...parts)

const paragraphs = (...parts: string[]): string => `${parts.join('\n\n')}\n`

const orders = (count: number): string => (count === 1 ? '1 order' : `${count.toLocaleString('en-US')} orders`)

const money = (cents: number): string => dollars(cents).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** 2026-03-01 12:00 UTC */
const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Customers choose these texts. A line break in the text must not begin a new line of the email. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are replaced
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
