// Every email with sample data: how it looks with the brand, and one to oneself.

import { Type } from 'typebox'
import { type Language, languageCodes } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { readPerson } from '../../accounts/accountStore.ts'
import { readEmailReaders } from '../../accounts/people/emailChoices.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { emailHtml } from '../../mail/emailHtml.ts'
import { type Email, type SampleEmail, sampleEmails } from '../../mail/emails.ts'
import { emailText } from '../../mail/emailText.ts'
import { renderEmail } from '../../mail/renderEmail.ts'
import { oursIn, replaceableKinds, valuesOf } from '../../mail/replacedTexts.ts'
import { type EmailReader, emailGroups } from '../../mail/template.ts'
import { Closed, oneOf } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const Sample = Type.Object({
  name: Type.String(),
  group: oneOf(emailGroups),
  subject: Type.String(),
  text: Type.String({ description: 'The plain-text part.' }),
})

const ReplaceableText = Type.Object({
  name: Type.String({ description: 'The name of its sample.' }),
  values: Type.Array(Type.String(), { description: 'Written in braces, such as {order}.' }),
  required: Type.Array(Type.String(), {
    description: 'What the opening must have, because the email says it nowhere else.',
  }),
  ours: Type.Array(Type.Object({ language: oneOf(languageCodes), subject: Type.String(), opening: Type.String() }), {
    description: 'What an email says where texts.json has nothing.',
  }),
})

const SampleName = Type.Object({
  name: Type.String({ pattern: '^[a-z_]{1,40}$', 'x-expected': 'the name of an email' }),
})

const SampleQuery = Closed({ language: Type.Optional(oneOf(languageCodes, { description: 'By default en.' })) })

export const sampleEmailRoutes = tagged('Staff', (services: Services): Route[] => [
  ...emailListRoutes(services),
  ...oneSampleRoutes(services),
])

const emailListRoutes = (services: Services): Route[] => {
  const { db, readSender } = services

  return [
    route({
      method: 'GET',
      path: '/staff/mails/samples',
      operationId: 'listSampleEmails',
      summary: 'List every email with sample data',
      description: 'Each is shown with the brand in effect and in your time zone.',
      query: SampleQuery,
      answer: Type.Object({ emails: Type.Array(Sample) }),
      async handle({ caller: { userId }, query: { language = 'en' } }) {
        const [sender, reader] = [await readSender(), await readerOf(db, userId, language)]
        return {
          emails: samplesOf(services).map(sample => {
            const email = renderEmail(sample, reader, sender.texts)
            return {
              name: sample.kind,
              group: sample.group,
              subject: email.subject,
              text: emailText(email, sender, language),
            }
          }),
        }
      },
    }),
    route({
      method: 'GET',
      path: '/staff/mails/texts',
      operationId: 'listEmailTexts',
      summary: 'List the texts of emails that texts.json may replace, with the values that they may use',
      answer: Type.Object({ texts: Type.Array(ReplaceableText) }),
      handle: () => ({
        texts: replaceableKinds.map(name => {
          const { all, required } = valuesOf(name)
          return {
            name,
            values: all,
            required: [...required],
            ours: languageCodes.map(code => ({ language: code, ...oursIn(code, name) })),
          }
        }),
      }),
    }),
  ]
}

const oneSampleRoutes = (services: Services): Route[] => {
  const { db, readSender, sendEmail, signIn } = services

  return [
    route({
      method: 'GET',
      path: '/staff/mails/samples/:name/html',
      operationId: 'getSampleEmailHtml',
      summary: 'Read the HTML part of an email with sample data',
      params: SampleName,
      query: SampleQuery,
      answer: Type.String(),
      answerType: 'text/html',
      async handle({ caller: { userId }, params: { name }, query: { language = 'en' }, reply }) {
        const email = find(services, name)
        const { logo, ...look } = await readSender()
        const shown = logo && { ...logo, url: `data:image/png;base64,${logo.png.toString('base64')}` }
        reply.headers({
          // The console shows it in a frame. Nothing in it runs, and it reaches no other address.
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
          'x-frame-options': 'SAMEORIGIN',
        })
        reply.type('text/html; charset=utf-8')
        const rendered = renderEmail(email, await readerOf(db, userId, language), look.texts)
        const html = emailHtml(rendered, { ...look, logo: shown }, language)
        // A link would open a page in the frame; a new window is forbidden, so it does nothing.
        return html.replace('<head>', '<head>\n<base target="_blank">')
      },
    }),
    route({
      method: 'POST',
      path: '/staff/mails/samples/:name/send',
      operationId: 'sendSampleEmail',
      needs: null,
      sessionOnly: true,
      summary: 'Send yourself an email with sample data',
      params: SampleName,
      status: 202,
      answer: Type.Object({ to: Type.String({ description: 'Your email address.' }) }),
      refuses: ['too_many_requests'],
      async handle({ caller: { userId }, params: { name }, request }) {
        const { kind, values } = find(services, name)
        const { email } = (await readPerson(db, userId!))!
        signIn.countMail(request, email)
        await sendEmail(null, email, { kind, values: { ...values, isSample: true } } as Email)
        return { to: email }
      },
    }),
  ]
}

const samplesOf = ({ publicUrl, clock }: Services) => sampleEmails({ publicUrl, at: clock() })

function find(services: Services, name: string): SampleEmail {
  const found = samplesOf(services).find(sample => sample.kind === name)
  if (found === undefined) throw new Refusal('not_found', say('There is no such email.'))
  return found
}

async function readerOf(db: Db, userId: string | null, language: Language): Promise<EmailReader> {
  const email = userId === null ? undefined : (await readPerson(db, userId))?.email
  const [reader = null] = email === undefined ? [] : await readEmailReaders(db, [email])
  return { timeZone: reader?.timeZone ?? null, language }
}
