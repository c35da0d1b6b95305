// The texts of emails that the operator may replace: the subject and the opening of each kind of email to customers,
// the closing and further lines at the end, by language. A text is plain, and may have the values of its kind in
// braces. Facts, lists, buttons and their links stay ours. What is not replaced is ours.
//
// Emails are stored in English, as their templates write them. So the kind of an email and its values are found in the
// stored text, as its translation is (languages/sentences.ts); a test finds each kind in its template.

import { type Static, Type } from 'typebox'
import { type Language, languageCodes } from '../../languages/languages.ts'
import { sentenceIn, valueIn } from '../../languages/sentences.ts'
import { mistakeText, OperatorDataError, type SchemaMistake, schemaCheck } from '../base/schemaCheck.ts'

/** `requires`: what the email says nowhere else, so that its opening must. */
type OurTexts = { subject: string; opening: string; requires?: readonly string[] }

/** By the names of the sample emails. `{account}` is in each: whom the email greets. */
const emailKinds = {
  order_failed: {
    subject: 'Order {order} can’t be printed',
    opening:
      'We can’t print your order {order} as it was submitted. Correct the problems below, and place the order again with a new customerOrderId.',
  },
  orders_failed: {
    subject: '{count} orders can’t be printed',
    opening:
      'We can’t print these orders as they were submitted. Correct the problems below, and place the orders again, each with a new customerOrderId.',
  },
  order_on_hold: {
    subject: 'Order {order} is on hold',
    opening: 'Your order {order} is on hold. We will write to you if we need anything from you.',
  },
  order_shipped: {
    subject: 'Order {order} is on its way',
    opening: 'We have handed your order {order} to the carrier.',
  },
  orders_shipped: {
    subject: '{count} orders are on their way',
    opening: 'We have handed these orders to the carrier.',
  },
  proof_reminder: {
    subject: 'The proof of order {order} expires soon',
    opening:
      'Your order {order} waits until its proof is approved. If nobody approves it in time, the order is canceled.',
  },
  orders_queued: {
    subject: 'Your orders are waiting: you have reached your 24-hour limit',
    opening:
      'On {time} your account reached its limit of {orders} within 24 hours in {mode} mode. No order is lost: we queue new orders and release them, first in first out, as soon as your limit allows.',
    requires: ['orders'],
  },
  orders_held_by_credit: {
    subject: 'Your orders are waiting: you have reached your credit limit',
    opening:
      'On {time} your account reached its credit limit. No order is lost: we queue new orders, and release them, first in first out, as soon as we have recorded a payment that brings your balance below the limit.',
  },
  orders_rejected: {
    subject: 'Orders were rejected: you have exceeded your limit',
    opening:
      'On {time} your account reached its limit of {orders} received within 24 hours or queued. Orders over this limit are rejected and will not be printed.',
    requires: ['orders'],
  },
  payment_declined: {
    subject: 'Your payment of {amount} did not go through',
    opening: 'On {time} we tried to charge {amount} for {orders}, but {reason}.',
    requires: ['amount', 'reason'],
  },
  payment_to_confirm: {
    subject: 'Please confirm your payment of {amount}',
    opening: 'On {time} we charged {amount} to your card, and your bank asks you to confirm the payment.',
    requires: ['amount'],
  },
  card_expires: {
    subject: 'Your card expires soon',
    opening: 'Your card {card} ending in {digits} expires at the end of {month}. We charge your orders to it.',
    requires: ['digits', 'month'],
  },
  invoice: {
    subject: 'Invoice {number}: {amount} for {orders}',
    opening: 'Thank you for your payment. Your orders go to print next.',
  },
  statement: {
    subject: 'Statement {number} for {month}: {amount}',
    opening: 'Here is your statement for {month}.',
    requires: ['month'],
  },
  statement_overdue: {
    subject: 'Statement {number} is overdue: {amount} to pay',
    opening: 'Statement {number} for {month} was due on {due}, and {amount} is still to be paid.',
    requires: ['amount'],
  },
  refund: {
    subject: 'Refund of {amount} for order {order}',
    opening:
      'We refunded {amount} for your order {order} to the card that paid for it. Your bank may take a few days to show the refund.',
  },
  refund_returned: {
    subject: 'Your {amount} refund was returned',
    opening:
      'On {time} we learned that your bank returned our refund of {amount} for your order {order}. The card may have been closed.',
    requires: ['amount', 'order'],
  },
  exemption: {
    subject: 'Your tax exemption certificate for {state} was approved',
    opening:
      'Your tax exemption certificate for {state} was approved. We charge no sales tax on orders to {state} that are priced from now until {until}.',
    requires: ['state', 'until'],
  },
  exemption_refused: {
    subject: 'Your tax exemption certificate for {state} was refused',
    opening: 'Your tax exemption certificate for {state} was refused. We charge sales tax on orders to {state}.',
    requires: ['state'],
  },
  invitation: {
    subject: 'You are invited to an account',
    opening: 'You are invited to join the account "{team}" as {role}.',
    requires: ['team'],
  },
  key_expires: {
    subject: 'Your API key expires soon',
    opening: 'Your production key "{key}" expires soon. Requests with this key will then fail.',
  },
  webhooks_failing: {
    subject: 'We can’t reach your webhook endpoint',
    opening:
      'We have not been able to deliver webhooks of your production orders to {host} since {since} or earlier. At the last attempt, on {time}, {reason}.',
    requires: ['host', 'reason'],
  },
  sign_up: {
    subject: 'Confirm your email address',
    opening: 'Welcome. Confirm your address to open your account.',
  },
  password_reset: {
    subject: 'Set a new password',
    opening: 'You, or someone who knows your email address, requested a new password.',
  },
  new_sign_in: {
    subject: 'New sign-in from another browser',
    opening: 'Someone signed in as you from a new browser.',
  },
} as const satisfies Record<string, OurTexts>

export type EmailKind = keyof typeof emailKinds
export const emailKindNames = Object.keys(emailKinds) as EmailKind[]

const textsOf = (kind: EmailKind): OurTexts => emailKinds[kind]

const placeholder = /\{([^{}]*)\}/g
const namesIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(placeholder), ([, name]) => name!))]

/** The values that texts of a kind may use, and those that its opening must use. */
export const valuesOf = (kind: EmailKind): { all: string[]; required: string[] } => {
  const { subject, opening, requires = [] } = textsOf(kind)
  return { all: [...new Set(['account', ...namesIn(`${subject} ${opening}`)])], required: [...requires] }
}

/** Our own texts of a kind in a language, with their values in braces. */
export const oursIn = (language: Language, kind: EmailKind): { subject: string; opening: string } => {
  const { subject, opening } = textsOf(kind)
  return { subject: sentenceIn(language, subject), opening: sentenceIn(language, opening) }
}

// A line break would begin another block of an email, and an asterisk a list.
export const line = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[^\\s*](?:[^\\p{Cc}\\p{Zl}\\p{Zp}]*\\S)?$' })
const strict = { additionalProperties: false }
export const byLanguage = <
  Text extends ReturnType<typeof Type.Object> | ReturnType<typeof Type.String> | ReturnType<typeof Type.Array>,
>(
  text: Text,
) =>
  Type.Unsafe<Partial<Record<Language, Static<Text>>>>({
    type: 'object',
    properties: Object.fromEntries(languageCodes.map(code => [code, text])),
    ...strict,
  })
const ownTexts = Type.Object({ subject: Type.Optional(line(120)), opening: Type.Optional(line(1000)) }, strict)

const TextsFile = Type.Object(
  {
    emails: Type.Optional(
      Type.Unsafe<Partial<Record<EmailKind, Partial<Record<Language, Static<typeof ownTexts>>>>>>({
        type: 'object',
        properties: Object.fromEntries(emailKindNames.map(kind => [kind, byLanguage(ownTexts)])),
        ...strict,
      }),
    ),
    /** In place of "Kind regards,". */
    closing: Type.Optional(byLanguage(line(60))),
    /** After the legal lines of the brand. */
    footer: Type.Optional(byLanguage(Type.Array(line(200), { maxItems: 6 }))),
  },
  strict,
)
export type Texts = Static<typeof TextsFile>

export const noTexts: Texts = {}

const shapeMistakes = schemaCheck(TextsFile)

/** The texts of emails in a parsed texts.json; undefined has none. Throws an OperatorDataError. */
export function parseTexts(file: unknown): Texts {
  if (file === undefined) return noTexts
  checkShape(shapeMistakes(file))
  const texts = file as Texts
  const wrong = Object.entries(texts.emails ?? {}).flatMap(([kind, languages]) =>
    Object.entries(languages).flatMap(([language, own]) =>
      Object.entries(own).flatMap(([field, text]) =>
        valueMistakes(kind as EmailKind, field, text).map(mistake =>
          mistakeText({ path: `/emails/${kind}/${language}/${field}`, ...mistake }),
        ),
      ),
    ),
  )
  if (wrong.length > 0) throw new OperatorDataError(wrong)
  return texts
}

/** Throws an OperatorDataError with the mistakes. */
export function checkShape(found: SchemaMistake[]): void {
  const mistakes = found.map(mistake =>
    mistakeText(
      mistake.expected.startsWith('match pattern')
        ? { ...mistake, expected: 'a line of text, without spaces around it or an asterisk before it' }
        : mistake,
    ),
  )
  if (mistakes.length > 0) throw new OperatorDataError([...new Set(mistakes)])
}

function valueMistakes(kind: EmailKind, field: string, text: string): { got: string; expected: string }[] {
  const { all, required } = valuesOf(kind)
  const used = namesIn(text)
  const missing = field === 'opening' ? required.filter(name => !used.includes(name)) : []
  return [
    ...used
      .filter(name => !all.includes(name))
      .map(name => ({ got: `{${name}}`, expected: `one of ${all.map(one => `{${one}}`).join(', ')}` })),
    ...missing.map(name => ({ got: text, expected: `a text with {${name}}, which the email says nowhere else` })),
    ...(/[{}]/.test(text.replaceAll(placeholder, ''))
      ? [{ got: text, expected: 'braces only around the name of a value' }]
      : []),
  ]
}

type FoundKind = { kind: EmailKind; values: ReadonlyMap<string, string> }

/** The kind of a stored email, and its values; null for one whose texts are not replaced. */
export function kindOf({
  subject,
  name,
  opening,
}: {
  subject: string
  name: string
  opening: string
}): FoundKind | null {
  for (const kind of emailKindNames) {
    const ours = textsOf(kind)
    const [inSubject, inOpening] = [valuesIn(ours.subject, subject), valuesIn(ours.opening, opening)]
    if (inSubject !== null && inOpening !== null)
      return { kind, values: new Map([['account', name], ...inSubject, ...inOpening]) }
  }
  return null
}

const patterns = new Map<string, RegExp>()

/** The values of a text of ours; null for another text. */
function valuesIn(pattern: string, text: string): Map<string, string> | null {
  const regexp = patterns.get(pattern) ?? patternOf(pattern)
  patterns.set(pattern, regexp)
  const found = regexp.exec(text)
  return found === null ? null : new Map(Object.entries(found.groups ?? {}))
}

function patternOf(pattern: string): RegExp {
  const seen = new Set<string>()
  const source = pattern
    .split(placeholder)
    .map((part, i) => {
      if (i % 2 === 0) return RegExp.escape(part)
      if (seen.has(part)) return `\\k<${part}>`
      seen.add(part)
      return `(?<${part}>.+?)`
    })
    .join('')
  return new RegExp(`^${source}$`)
}

/** What customers and others chose: shown as it is in every language. */
const chosen = ['account', 'order', 'card', 'digits', 'number', 'key', 'host', 'team', 'state']

/** The operator's text with its values, in a language; null where the operator has none. */
export function ownText(
  { emails = {} }: Texts,
  { kind, values }: FoundKind,
  language: Language,
  field: 'subject' | 'opening',
): string | null {
  const text = emails[kind]?.[language]?.[field]
  if (text === undefined) return null
  return text.replaceAll(placeholder, (_, name: string) => {
    const value = values.get(name) ?? ''
    return chosen.includes(name) ? value : (valueIn(language, value) ?? sentenceIn(language, value))
  })
}
