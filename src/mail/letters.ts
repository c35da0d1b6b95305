// The mails that the service writes: plain text, dollars, UTC. Each letter is a pure function of facts.

import type { Mode } from '../base/mode.ts'
import { dollars } from '../base/money.ts'

export type Letter = { subject: string; body: string }

export type LimitFacts = { accountName: string; mode: Mode; ordersPer24Hours: number; queueCeiling: number; at: Date }

export const ordersQueued = (facts: LimitFacts & { releaseAt: Date | null }): Letter => ({
  subject: 'Your orders are waiting: the 24-hour limit is reached',
  body: letter(
    facts.accountName,
    `At ${utc(facts.at)} your account reached its limit of ${orders(facts.ordersPer24Hours)} within 24 hours in ${facts.mode} mode. ` +
      'No order is lost: further orders are queued, and released in the order in which they came as soon as the limit has room.',
    ...(facts.releaseAt === null ? [] : [`The next one will be released at ${utc(facts.releaseAt)}.`]),
    `Up to ${orders(facts.queueCeiling)} are accepted, counting those received in the last 24 hours and those in the queue; any beyond that are rejected.`,
    'If you expect to send more orders from now on, reply to this mail and we will consider raising the limit.',
    'We will not write to you about queued orders again within the next 24 hours.',
  ),
})

export const ordersRejected = (facts: LimitFacts): Letter => ({
  subject: 'Orders were rejected: the limit is exceeded',
  body: letter(
    facts.accountName,
    facts.mode === 'sandbox'
      ? `At ${utc(facts.at)} your account exceeded its limit of ${orders(facts.ordersPer24Hours)} within 24 hours in sandbox mode. The sandbox rejects orders over the limit at once; nothing is queued.`
      : `At ${utc(facts.at)} your account had ${orders(facts.queueCeiling)} received within 24 hours or queued, which is the limit. Orders over this limit are rejected and will not be printed.`,
    'A rejected order is not retried: please place it again, with a new customerOrderId, when there is room.',
    'If you need a higher limit, reply to this mail and tell us how many orders you expect.',
    'We will not write to you about rejected orders again within the next 24 hours.',
  ),
})

export type DeclineFacts = {
  accountName: string
  amountCents: number
  orderCount: number
  /** How many of them are no longer charged automatically. */
  givenUpCount: number
  at: Date
  card: Card | null
  code: string
  nextChargeAt: Date
  billingUrl: string
}
type Card = { brand: string; last4: string }

export const paymentDeclined = (facts: DeclineFacts): Letter => ({
  subject: `Your payment of ${money(facts.amountCents)} did not go through`,
  body: letter(
    facts.accountName,
    `At ${utc(facts.at)} we tried to charge ${money(facts.amountCents)} for ${orders(facts.orderCount)}, but ${whyDeclined(facts)}.`,
    ...(facts.code === 'amount_too_large' ? [lessAtOnce] : nextTries(facts)),
  ),
})

function whyDeclined({ code, card }: DeclineFacts): string {
  if (code === 'amount_too_large') return 'that is more than can be charged at once'
  if (code === 'not_taken') return 'the payment was not made'
  return card === null ? 'there is no card on file' : `the card ${card.brand} ending in ${card.last4} was declined`
}

const lessAtOnce =
  'Your orders wait for payment. Please reply to this mail, and we will find a way to pay together; or cancel orders that can wait, so that the sum is smaller.'

const nextTries = ({ card, orderCount, givenUpCount, nextChargeAt, billingUrl }: DeclineFacts): string[] => [
  ...(givenUpCount < orderCount
    ? [
        `Your orders wait for payment. We will try again at ${utc(nextChargeAt)}; until then you can ${card === null ? 'add a card' : 'add another card'} and pay at once, or cancel orders that you no longer want.`,
      ]
    : []),
  ...(givenUpCount > 0
    ? [
        `We have stopped charging ${orders(givenUpCount)} automatically after many attempts. The orders are not lost: add ${card === null ? 'a card' : 'another card'} or pay, and they continue at once.`,
      ]
    : []),
  'Cards and payments are in the dashboard, under Billing:',
  billingUrl,
]

export type ConfirmationFacts = { accountName: string; amountCents: number; url: string; at: Date; confirmBy: Date }

export const paymentToConfirm = (facts: ConfirmationFacts): Letter => ({
  subject: `Please confirm your payment of ${money(facts.amountCents)}`,
  body: letter(
    facts.accountName,
    `At ${utc(facts.at)} we charged ${money(facts.amountCents)} to your card, and your bank asks you to confirm the payment. Please do so here:`,
    facts.url,
    `Your orders wait until then. If the payment is not confirmed by ${utc(facts.confirmBy)}, we cancel it and try again.`,
  ),
})

export type RefundFacts = {
  accountName: string
  customerOrderId: string
  amountCents: number
  reason: string | null
  /** Null: it went to the card. */
  handRef: string | null
  at: Date
  billingUrl: string
}

export const refundMade = ({
  accountName,
  customerOrderId,
  amountCents,
  reason,
  handRef,
  at,
  billingUrl,
}: RefundFacts): Letter => ({
  subject: `Refund of ${money(amountCents)} for order ${oneLine(customerOrderId)}`,
  body: letter(
    accountName,
    `At ${utc(at)} we refunded ${money(amountCents)} for your order ${oneLine(customerOrderId)} ` +
      (handRef === null
        ? 'to the card that paid for it. It may take your bank a few days to show it.'
        : `by hand. The reference is ${oneLine(handRef)}.`),
    ...(reason === null ? [] : [`Reason: ${oneLine(reason)}`]),
    'You can find the credit note in the dashboard, under Billing:',
    billingUrl,
  ),
})

export const refundReturned = ({
  accountName,
  customerOrderId,
  amountCents,
  at,
}: Omit<RefundFacts, 'reason' | 'handRef' | 'billingUrl'>): Letter => ({
  subject: `${money(amountCents)} that we gave back came back to us`,
  body: letter(
    accountName,
    `On ${utc(at)} we heard that your bank did not take the ${money(amountCents)} that we had given back for your order ${oneLine(customerOrderId)}. Perhaps the card is closed.`,
    'We still owe you the money, and will give it back in another way. Please answer this mail and tell us which one suits you. The credit note stays as it is.',
  ),
})

export type ExemptionFacts = {
  accountName: string
  place: string
  status: 'approved' | 'refused'
  reason: string | null
  expiresAt: Date | null
}

export const exemptionDecided = ({ accountName, place, status, reason, expiresAt }: ExemptionFacts): Letter => {
  const state = place.replace('US-', '')
  return {
    subject: `Your exemption papers for ${state} were ${status}`,
    body: letter(
      accountName,
      status === 'approved'
        ? `Your exemption papers for ${state} are approved. No sales tax is charged on orders to ${state} that are priced from now until ${utc(expiresAt!)}.`
        : `Your exemption papers for ${state} were refused. Sales tax is charged on orders to ${state}.`,
      ...(reason === null ? [] : [`Reason: ${oneLine(reason)}`]),
      status === 'approved'
        ? 'Please upload new papers before these expire.'
        : 'You can upload other papers in the dashboard.',
    ),
  }
}

export const passwordReset = ({ name, url, expiresAt }: { name: string; url: string; expiresAt: Date }): Letter => ({
  subject: 'Set a new password',
  body: letter(
    name,
    'You, or someone who knows your e-mail address, asked for a new password. Choose it here:',
    url,
    `The link works once, until ${utc(expiresAt)}. If you did not ask for it, ignore this mail: your password stays unchanged.`,
  ),
})

/** `url` contains a secret that works once. */
type LinkFacts = { name: string; url: string; expiresAt: Date }

type EmailChangeFacts = LinkFacts & { oldEmail: string; newEmail: string }

/** Sent to the current address. */
export const emailChangeAsked = ({ name, newEmail, url, expiresAt }: EmailChangeFacts): Letter => ({
  subject: 'Confirm the change of your e-mail address',
  body: letter(
    name,
    `You, or someone signed in as you, asked to change your e-mail address to ${oneLine(newEmail)}. If that is right, confirm it here:`,
    url,
    `The link works until ${utc(expiresAt)}. A second mail went to the new address; both must be confirmed.`,
    'If it was not you, do not open the link: without it nothing changes. Set a new password at once, and end all other sessions under Settings.',
  ),
})

/** Sent to the new address. */
export const emailChangeConfirmation = ({ name, oldEmail, url, expiresAt }: EmailChangeFacts): Letter => ({
  subject: 'Confirm your new e-mail address',
  body: letter(
    name,
    `You asked to sign in to Octavo with this address instead of ${oneLine(oldEmail)}. Confirm it here:`,
    url,
    `The link works until ${utc(expiresAt)}. A second mail went to the old address; both must be confirmed. You are then signed out everywhere, and can sign in with the new address and your password.`,
    'If it was not you, ignore this mail.',
  ),
})

/** Sent to the new address when it already has a sign-in. */
export const emailChangeTaken = ({ name }: { name: string }): Letter => ({
  subject: 'Your e-mail address already has a sign-in',
  body: letter(
    name,
    'Someone tried to use your e-mail address for another Octavo sign-in. An address can have only one sign-in, so nothing was changed.',
    'If it was you, use another address, or have your existing sign-in removed first.',
  ),
})

export const signUpConfirmation = ({
  name,
  accountName,
  url,
  expiresAt,
}: LinkFacts & { accountName: string }): Letter => ({
  subject: 'Confirm your e-mail address',
  body: letter(
    name,
    `Welcome. Open this link to confirm your address and open the account "${oneLine(accountName)}":`,
    url,
    `The link works once, until ${utc(expiresAt)}. If you did not sign up, ignore this mail: without the link no account is opened.`,
  ),
})

export const signUpKnown = ({ name, url }: { name: string; url: string }): Letter => ({
  subject: 'You already have a sign-in',
  body: letter(
    name,
    'You, or someone who knows your e-mail address, signed up with it, but it already has a sign-in. Nothing was changed.',
    `Sign in or request a new password here:`,
    url,
  ),
})

type EndingFacts = { accountName: string; label: string; expiresAt: Date; keysUrl: string }

export const keyEnds = ({ accountName, label, expiresAt, keysUrl }: EndingFacts): Letter => ({
  subject: 'An API key ends soon',
  body: letter(
    accountName,
    `Your production key "${oneLine(label)}" ends on ${utc(expiresAt)}. From then on, programs that use it are refused.`,
    'Create a new key here, and give it to your programs before that:',
    keysUrl,
  ),
})

type FailingFacts = {
  accountName: string
  since: Date
  url: string
  at: Date
  responseStatus: number | null
  failure: string
  webhooksUrl: string
}

export const webhooksFailing = ({ accountName, since, url, at, ...last }: FailingFacts): Letter => {
  const host = oneLine(URL.parse(url)?.host ?? url)
  return {
    subject: 'Your webhooks do not arrive',
    body: letter(
      accountName,
      `Webhooks of your production orders do not arrive at ${host}, at least since ${utc(since)}. At the last attempt, at ${utc(at)}, ${whyNotArrived(last)}.`,
      'Your orders are not affected. We send each event again, less and less often, for about three days after it happened, and then give it up.',
      'This page shows each request and its response, and sends events again:',
      last.webhooksUrl,
      'Your program can also read all events, in order, from GET /events.',
      'We will not write to you about this again within the next 24 hours.',
    ),
  }
}

const whyNotArrived = ({ responseStatus, failure }: Pick<FailingFacts, 'responseStatus' | 'failure'>): string =>
  responseStatus === null
    ? (failures[failure] ?? 'it could not be sent')
    : `it answered with ${responseStatus}${responseStatus >= 300 && responseStatus < 400 ? ', and redirects are not followed' : ''}`

const failures: Record<string, string> = {
  timeout: 'it did not answer in time',
  connect_failed: 'nothing listened there',
  dns_failed: 'its host name was unknown',
  tls_failed: 'its certificate was not valid',
  url_blocked: 'its address was one that we must not call',
  bad_answer: 'its answer was not HTTP',
}

type Silence = {
  customerOrderId: string
  accountId: string
  jobId: string
  printer: string
  step: string
  since: Date
}

const mostJobsListed = 20

/** Sent to the operator's staff. */
export const printersAreSilent = (silences: Silence[], at: Date): Letter => ({
  subject: `A printer is silent: ${silences.length === 1 ? '1 job waits' : `${silences.length} jobs wait`}`,
  body: letter(
    'everybody',
    `As of ${utc(at)}, these jobs have waited too long for their printer:`,
    silences
      .slice(0, mostJobsListed)
      .map(
        ({ customerOrderId, accountId, jobId, printer, step, since }) =>
          `* ${step} by ${printer}, no news since ${utc(since)}: order ${oneLine(customerOrderId)} of account ${accountId}, job ${jobId}`,
      )
      .join('\n'),
    ...(silences.length > mostJobsListed ? [`And ${silences.length - mostJobsListed} more.`] : []),
    'No job is lost: submissions are retried indefinitely. See GET /staff/printers, contact the printer, put it on hold, or give the jobs to another printer.',
  ),
})

type Ended = { customerOrderId: string; accountId: string; jobId: string; listedAs: string }

/** To the operator's staff. */
export const jobsAreOverThere = ({ printer, ended }: { printer: string; ended: Ended[] }): Letter => ({
  subject: `${printer} has ended ${ended.length === 1 ? '1 job that is' : `${ended.length} jobs that are`} open here`,
  body: letter(
    'everybody',
    `${printer} lists these jobs as over, but never told us so:`,
    ended
      .slice(0, mostJobsListed)
      .map(
        ({ customerOrderId, accountId, jobId, listedAs }) =>
          `* ${oneLine(listedAs)} there: order ${oneLine(customerOrderId)} of account ${accountId}, job ${jobId}`,
      )
      .join('\n'),
    ...(ended.length > mostJobsListed ? [`And ${ended.length - mostJobsListed} more.`] : []),
    'They are not submitted again. Ask the printer what became of them, and tell it by hand: docs/printers.md says how.',
  ),
})

/** An act of the staff that waits, or waited, for a second person; `customerOrderId` is null if it is of an account. */
export type Waiting = {
  kind: 'refund' | 'abandon' | 'enterprise'
  accountName: string
  customerOrderId: string | null
  amountCents: number | null
  askedAt: Date
}

type AskedFacts = Waiting & { name: string; askedBy: string; expiresAt: Date; approvalsUrl: string }

/** To each of the staff but the one who asked. The reason is left to the page: it may say who an order is for. */
export const approvalAsked = (facts: AskedFacts): Letter => ({
  subject: `${waitingActs[facts.kind]} waits for your approval`,
  body: letter(
    facts.name,
    `At ${utc(facts.askedAt)} ${oneLine(facts.askedBy)} asked for this, which takes a second person of the staff: ${whatWaits(facts)}.`,
    `Nothing is done until one of you approves it. If nobody has by ${utc(facts.expiresAt)}, the request expires. Read why, and decide, here:`,
    facts.approvalsUrl,
  ),
})

type DecidedFacts = Waiting & {
  name: string
  status: 'approved' | 'declined' | 'expired'
  decidedBy: string
  decidedAt: Date
}

/** To the one who asked. */
export const approvalDecided = (facts: DecidedFacts): Letter => ({
  subject: `${waitingActs[facts.kind]} that you asked for ${facts.status === 'expired' ? 'has' : 'was'} ${facts.status}`,
  body: letter(
    facts.name,
    `At ${utc(facts.askedAt)} you asked for this, which takes a second person of the staff: ${whatWaits(facts)}.`,
    whatBecame(facts),
  ),
})

function whatBecame({ status, decidedBy, decidedAt }: DecidedFacts): string {
  const by = oneLine(decidedBy)
  switch (status) {
    case 'approved':
      return `${by} approved it at ${utc(decidedAt)}, and it is done.`
    case 'declined':
      return `${by} declined it at ${utc(decidedAt)}, and nothing was done. The reason is in the staff console, under Approvals.`
    case 'expired':
      return `Nobody approved it by ${utc(decidedAt)}, and nothing was done. Ask again if it is still wanted.`
  }
}

const waitingActs = { refund: 'A refund', abandon: 'A cancellation', enterprise: 'An enterprise account' }

function whatWaits({ kind, accountName, customerOrderId, amountCents }: Waiting): string {
  const account = oneLine(accountName)
  if (kind === 'enterprise') return `make ${account} an enterprise account, which is never charged`
  const order = `order ${oneLine(customerOrderId!)} of ${account}`
  return kind === 'refund'
    ? `refund ${money(amountCents!)} of ${order}`
    : `cancel ${order}, which refunds ${money(amountCents!)}`
}

export const invitation = (facts: LinkFacts & { accountName: string; role: string }): Letter => ({
  subject: `You are invited to ${oneLine(facts.accountName)}`,
  body: letter(
    facts.name,
    `You are invited to join the account "${oneLine(facts.accountName)}" as ${facts.role}. Open this link to accept:`,
    facts.url,
    `The link works once, until ${utc(facts.expiresAt)}. If you do not know who invited you, ignore this mail.`,
  ),
})

export const invitedElsewhere = ({ name, accountName }: { name: string; accountName: string }): Letter => ({
  subject: `You are invited to ${oneLine(accountName)}`,
  body: letter(
    name,
    `You are invited to join the account "${oneLine(accountName)}", but your e-mail address already has a sign-in for another account, and an address can belong to only one account.`,
    'To join, ask to be invited at another e-mail address.',
  ),
})

const letter = (name: string, ...parts: string[]): string =>
  paragraphs(`Hello ${oneLine(name)},`, ...parts, 'Kind regards,\nOctavo')

const paragraphs = (...parts: string[]): string => `${parts.join('\n\n')}\n`

const orders = (count: number): string => (count === 1 ? '1 order' : `${count.toLocaleString('en-US')} orders`)

const money = (cents: number): string => dollars(cents).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** 2026-03-01 12:00 UTC */
const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Customers choose these texts; a line break in one must not begin a new line of the mail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
