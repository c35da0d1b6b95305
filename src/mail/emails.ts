// Every email of the service, by its kind.

import type { Language } from '../../languages/languages.ts'
import { day, later } from '../base/clock.ts'
import { emailGroups, type SampleFacts, type Template } from './template.ts'
import { accessEmails } from './templates/accessEmails.ts'
import { approvalEmails } from './templates/approvalEmails.ts'
import { disputeEmails } from './templates/disputeEmails.ts'
import { domainEmails } from './templates/domainEmails.ts'
import { emailChangeEmails } from './templates/emailChangeEmails.ts'
import { exemptionEmails } from './templates/exemptionEmails.ts'
import { invitationEmails } from './templates/invitationEmails.ts'
import { keyEmails } from './templates/keyEmails.ts'
import { limitEmails } from './templates/limitEmails.ts'
import { morningEmail } from './templates/morningEmail.ts'
import { orderEmails } from './templates/orderEmails.ts'
import { passwordEmails } from './templates/passwordEmails.ts'
import { paymentEmails } from './templates/paymentEmails.ts'
import { printerEmails } from './templates/printerEmails.ts'
import { quoteEmails } from './templates/quoteEmails.ts'
import { readerEmails } from './templates/readerEmails.ts'
import { refundEmails } from './templates/refundEmails.ts'
import { signInEmails } from './templates/signInEmails.ts'
import { signUpEmails } from './templates/signUpEmails.ts'
import { statementEmails } from './templates/statementEmails.ts'
import { testEmail } from './templates/testEmail.ts'
import { webhookEmails } from './templates/webhookEmails.ts'

const templates = {
  ...orderEmails,
  ...limitEmails,
  ...paymentEmails,
  ...statementEmails,
  ...refundEmails,
  ...exemptionEmails,
  ...quoteEmails,
  ...invitationEmails,
  ...keyEmails,
  ...accessEmails,
  ...domainEmails,
  ...webhookEmails,
  ...signUpEmails,
  ...passwordEmails,
  ...signInEmails,
  ...emailChangeEmails,
  ...approvalEmails,
  ...disputeEmails,
  ...printerEmails,
  ...morningEmail,
  ...readerEmails,
  ...testEmail,
}

export type EmailKind = keyof typeof templates
export const emailKinds = Object.keys(templates) as EmailKind[]

type ValuesOf<Kind extends EmailKind> = (typeof templates)[Kind] extends Template<infer Values> ? Values : never

/** An email as it is stored. A sample, which a person of the staff sends to themselves, says so in its subject. */
export type Email = { [Kind in EmailKind]: { kind: Kind; values: ValuesOf<Kind> & { isSample?: boolean } } }[EmailKind]

/** An email to a person. `language` is for a reader without a sign-in. */
export type EmailContent = Email & { language?: Language }

export const templateOf = (kind: EmailKind): Template<Email['values']> => templates[kind] as Template<Email['values']>

export type SampleEmail = Email & { group: (typeof emailGroups)[number] }

/** Each with sample data. */
export function sampleEmails({ publicUrl, at }: { publicUrl: URL; at: Date }): SampleEmail[] {
  const page = (path: string) => new URL(path, publicUrl).href
  const inDays = (days: number) => later(at, days * day)
  const facts: SampleFacts = {
    accountName: 'Paper Lantern Books',
    name: 'Mina Okafor',
    staffName: 'Ben Ortiz',
    billingUrl: page('/dashboard/billing'),
    at,
    inDays,
    page,
    link: path => ({ url: page(`${path}#token=sample`), expiresAt: inDays(1) }),
  }
  return emailGroups.flatMap(group =>
    emailKinds
      .filter(kind => templateOf(kind).group === group)
      .map(kind => ({ kind, values: templateOf(kind).sample(facts), group }) as SampleEmail),
  )
}
