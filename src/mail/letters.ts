// What the service writes to people: plain text, dollars, UTC. Each letter is a pure function of facts.

import { dollars } from '../base/money.ts'

export type Letter = { subject: string; body: string }
type Mode = 'sandbox' | 'production'

export type LimitFacts = { accountName: string; mode: Mode; ordersPer24Hours: number; queueCeiling: number; at: Date }

export const ordersQueued = (facts: LimitFacts & { releaseAt: Date | null }): Letter => ({
  subject: 'Your orders are waiting: the 24-hour limit is reached',
  body: letter(
    facts.accountName,
    `On ${utc(facts.at)} your account reached its limit of ${orders(facts.ordersPer24Hours)} within 24 hours in ${facts.mode} mode. ` +
      'Nothing is lost: the orders that came after are queued, and each is released, first come, first served, as soon as the limit has room.',
    ...(facts.releaseAt === null ? [] : [`The next one is due to be released at ${utc(facts.releaseAt)}.`]),
    `Up to ${orders(facts.queueCeiling)} are taken, counting those received in the last 24 hours and those waiting; any beyond that are rejected.`,
    'Do you expect to send more from now on? Answer this mail and we will look at raising the limit.',
    'We will not write about queued orders again within the next 24 hours.',
  ),
})

export const ordersRejected = (facts: LimitFacts): Letter => ({
  subject: 'Orders were rejected: the limit is exceeded',
  body: letter(
    facts.accountName,
    facts.mode === 'sandbox'
      ? `On ${utc(facts.at)} your account went past ${orders(facts.ordersPer24Hours)} within 24 hours in sandbox mode. Orders past the limit are rejected at once there; nothing is queued.`
      : `On ${utc(facts.at)} your account had ${orders(facts.queueCeiling)} received within 24 hours or waiting, which is as many as are taken. Orders past that are rejected and will not be made.`,
    'A rejected order does not come back by itself: please send it again, under a new customerOrderId, when there is room.',
    'Do you need a higher limit? Answer this mail and tell us how many orders you expect.',
    'We will not write about rejected orders again within the next 24 hours.',
  ),
})

export type DeclineFacts = {
  accountName: string
  amountCents: number
  orderCount: number
  /** Those of them that are not tried again by themselves. */
  givenUpCount: number
  at: Date
  card: Card | null
  nextChargeAt: Date
}
type Card = { brand: string; last4: string }

export const paymentDeclined = (facts: DeclineFacts): Letter => ({
  subject: `Your payment of ${money(facts.amountCents)} did not go through`,
  body: letter(
    facts.accountName,
    `On ${utc(facts.at)} we tried to charge ${money(facts.amountCents)} for ${orders(facts.orderCount)}, ` +
      (facts.card === null
        ? 'but there is no card on file.'
        : `but the card ${facts.card.brand} ending in ${facts.card.last4} was declined.`),
    ...(facts.givenUpCount < facts.orderCount
      ? [
          `The orders are kept and wait for payment. We will try again at ${utc(facts.nextChargeAt)}; until then you can ${facts.card === null ? 'put a card on file' : 'change the card'} in the dashboard, or cancel orders that you no longer want.`,
        ]
      : []),
    ...(facts.givenUpCount > 0
      ? [
          `We have tried to charge ${orders(facts.givenUpCount)} for so long that we do not go on by ourselves. Nothing is lost: put ${facts.card === null ? 'a card' : 'another card'} on file, or pay in the dashboard, and we go on at once.`,
        ]
      : []),
  ),
})

export type ConfirmationFacts = { accountName: string; amountCents: number; url: string; at: Date; confirmBy: Date }

export const paymentToConfirm = (facts: ConfirmationFacts): Letter => ({
  subject: `Please confirm your payment of ${money(facts.amountCents)}`,
  body: letter(
    facts.accountName,
    `On ${utc(facts.at)} we charged your card with ${money(facts.amountCents)}, and your bank wants you to confirm that. Please do so here:`,
    facts.url,
    `Your orders wait until then. If we hear nothing until ${utc(facts.confirmBy)} we give this charge up and try again.`,
  ),
})

export type RefundFacts = {
  accountName: string
  customerOrderId: string
  amountCents: number
  reason: string | null
  at: Date
}

export const refundMade = ({ accountName, customerOrderId, amountCents, reason, at }: RefundFacts): Letter => ({
  subject: `${money(amountCents)} were given back for an order`,
  body: letter(
    accountName,
    `On ${utc(at)} we gave ${money(amountCents)} back for your order ${oneLine(customerOrderId)}, to the card that paid for it. Banks take some days to show it.`,
    ...(reason === null ? [] : [`The reason: ${oneLine(reason)}`]),
    'The credit note lies in the dashboard, under billing.',
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
        ? `Your exemption papers for ${state} are approved. Orders that are priced from now until ${utc(expiresAt!)} and go there bear no sales tax.`
        : `Your exemption papers for ${state} cannot be accepted. Orders that go there bear sales tax.`,
      ...(reason === null ? [] : [`The reason: ${oneLine(reason)}`]),
      status === 'approved'
        ? 'Please send new papers in time before these expire.'
        : 'You can send other papers in the dashboard.',
    ),
  }
}

export const passwordReset = ({ name, url, expiresAt }: { name: string; url: string; expiresAt: Date }): Letter => ({
  subject: 'Set a new password',
  body: letter(
    name,
    'Somebody, we hope you, asked for a new password. Choose it here:',
    url,
    `The link works once, until ${utc(expiresAt)}. If it was not you, there is nothing to do: your password stays as it is.`,
  ),
})

/** `url` carries a secret that works once. */
type LinkFacts = { name: string; url: string; expiresAt: Date }

type EmailChangeFacts = LinkFacts & { oldEmail: string; newEmail: string }

/** To the present address. */
export const emailChangeAsked = ({ name, newEmail, url, expiresAt }: EmailChangeFacts): Letter => ({
  subject: 'Shall your e-mail address change?',
  body: letter(
    name,
    `Somebody who is signed in as you, we hope you, wants to sign in with ${oneLine(newEmail)} from now on. If that is right, confirm it here:`,
    url,
    `The link works until ${utc(expiresAt)}. A second mail went to the new address; both have to be confirmed.`,
    'If it was not you, leave the link alone, set a new password at once, and end all other sessions under settings: nothing changes without this link.',
  ),
})

/** To the new one. */
export const emailChangeConfirmation = ({ name, oldEmail, url, expiresAt }: EmailChangeFacts): Letter => ({
  subject: 'Confirm your new e-mail address',
  body: letter(
    name,
    `You want to sign in to Octavo with this address from now on, and no longer with ${oneLine(oldEmail)}. Confirm it here:`,
    url,
    `The link works until ${utc(expiresAt)}. A second mail went to the old address; both have to be confirmed. You are then signed out everywhere, and sign in with the new address and your password.`,
    'If it was not you, there is nothing to do.',
  ),
})

/** To the new one, when it has a sign-in. */
export const emailChangeTaken = ({ name }: { name: string }): Letter => ({
  subject: 'Your e-mail address has a sign-in already',
  body: letter(
    name,
    'Somebody wanted to use your e-mail address for another sign-in of Octavo. An address belongs to one sign-in only, so nothing was changed.',
    'If it was you, use another address, or have the other sign-in removed first.',
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
    `Welcome. Open this to confirm your address and open the account "${oneLine(accountName)}":`,
    url,
    `The link works once, until ${utc(expiresAt)}. If it was not you who signed up, there is nothing to do: nothing is opened without it.`,
  ),
})

export const signUpKnown = ({ name, url }: { name: string; url: string }): Letter => ({
  subject: 'You have a sign-in already',
  body: letter(
    name,
    'Somebody, we hope you, signed up with your e-mail address, and you have a sign-in with it already. Nothing was changed.',
    `Sign in here, or ask there for a new password:`,
    url,
  ),
})

type Silence = {
  customerOrderId: string
  accountId: string
  jobId: string
  printer: string
  step: string
  since: Date
}

const mostSilencesListed = 20

/** To the operator's staff. */
export const printersAreSilent = (silences: Silence[], at: Date): Letter => ({
  subject: `A printer is silent: ${silences.length === 1 ? '1 job waits' : `${silences.length} jobs wait`}`,
  body: letter(
    'everybody',
    `At ${utc(at)} these jobs have waited longer for their printer than they should:`,
    silences
      .slice(0, mostSilencesListed)
      .map(
        ({ customerOrderId, accountId, jobId, printer, step, since }) =>
          `* ${step} by ${printer}, nothing new since ${utc(since)}: order ${oneLine(customerOrderId)} of account ${accountId}, job ${jobId}`,
      )
      .join('\n'),
    ...(silences.length > mostSilencesListed ? [`And ${silences.length - mostSilencesListed} more.`] : []),
    'Nothing is lost: submissions are tried again without end. Look at GET /staff/printers, speak with the printer, hold it, or give the jobs to another one.',
  ),
})

export const invitation = (facts: LinkFacts & { accountName: string; role: string }): Letter => ({
  subject: `You are invited to ${oneLine(facts.accountName)}`,
  body: letter(
    facts.name,
    `You are invited to join the account "${oneLine(facts.accountName)}" as ${facts.role}. Open this to accept:`,
    facts.url,
    `The link works once, until ${utc(facts.expiresAt)}. If you do not know who invites you, there is nothing to do.`,
  ),
})

export const invitedElsewhere = ({ name, accountName }: { name: string; accountName: string }): Letter => ({
  subject: `You are invited to ${oneLine(accountName)}`,
  body: letter(
    name,
    `You are invited to join the account "${oneLine(accountName)}", but your e-mail address has a sign-in of another account, and an address belongs to one account only.`,
    'Ask for an invitation to another address of yours, if you would like to join.',
  ),
})

const letter = (name: string, ...parts: string[]): string =>
  paragraphs(`Hello ${oneLine(name)},`, ...parts, 'With kind regards\nOctavo')

const paragraphs = (...parts: string[]): string => `${parts.join('\n\n')}\n`

const orders = (count: number): string => (count === 1 ? '1 order' : `${count.toLocaleString('en-US')} orders`)

const money = (cents: number): string => dollars(cents).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** 2026-03-01 12:00 UTC */
const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Customers choose these; a line break in one must not begin a new line of ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()
