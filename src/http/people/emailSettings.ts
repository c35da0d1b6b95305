// Which emails a signed-in person gets, and in which time zone they show times.

import { type Static, type TSchema, Type } from 'typebox'
import {
  changeEmailSettings,
  type EmailKind,
  emailKindNames,
  emailKinds,
  type Frequency,
  frequencies,
  frequenciesOf,
  readEmailSettings,
} from '../../accounts/people/emailChoices.ts'
import type { Clock } from '../../base/clock.ts'
import { malformedField } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { isTimeZone } from '../../mail/emailTimes.ts'
import { Closed, nullable, oneOf, Text } from '../objects/common.ts'
import { type Route, route, tagged } from '../server/route.ts'
import { anyone, ofPerson, tag } from './profile.ts'

const zoneDescription = 'A time zone of the IANA database, such as America/New_York.'
const frequencyDescription = 'now: usually within ten minutes. daily: one email a day, at 12:00 UTC.'

const hourDescription =
  'The hour, by your time zone, of a daily email about what was sold, what is due, and what needs attention. For the ' +
  'staff only. Null: none.'

const Settings = Type.Object({
  timeZone: nullable(Type.String({ description: `${zoneDescription} Null: none was chosen, and times are in UTC.` })),
  morningHour: nullable(Type.Integer({ description: hourDescription })),
  emails: Type.Array(
    Type.Object({
      kind: oneOf(emailKindNames),
      meaning: Type.String({ description: 'What the emails are about.' }),
      frequency: oneOf(frequencies, { description: frequencyDescription }),
      allowed: Type.Array(oneOf(frequencies), { description: 'What can be chosen.' }),
    }),
    { description: 'Empty for people without an account.' },
  ),
})

const choices = Object.fromEntries(
  emailKindNames.map((kind): [string, TSchema] => [kind, Type.Optional(oneOf(frequenciesOf(kind)))]),
)
const Changes = Closed({
  timeZone: Type.Optional(nullable(Text(60, { description: `${zoneDescription} Null: UTC.` }))),
  morningHour: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 23, description: hourDescription }))),
  frequencies: Type.Optional(Type.Unsafe<Partial<Record<EmailKind, Frequency>>>(Closed(choices))),
})

export const emailSettingsRoutes = tagged(tag, ({ db, clock }: { db: Db; clock: Clock }): Route[] => {
  const read = async (userId: string): Promise<Static<typeof Settings>> => {
    const { timeZone, morningHour, frequencies: chosen } = await readEmailSettings(db, userId)
    const emails = chosen === null ? [] : emailKindNames
    return {
      timeZone,
      morningHour,
      emails: emails.map(kind => ({
        kind,
        meaning: emailKinds[kind].meaning,
        frequency: chosen![kind],
        allowed: frequenciesOf(kind),
      })),
    }
  }
  return [
    route({
      method: 'GET',
      path: '/auth/email-settings',
      operationId: 'getEmailSettings',
      callers: anyone,
      sessionOnly: true,
      summary: 'Read which emails you get, and your time zone',
      answer: Settings,
      refuses: ['not_found'],
      handle: ({ caller }) => read(caller.userId!),
    }),
    route({
      method: 'PATCH',
      path: '/auth/email-settings',
      operationId: 'changeEmailSettings',
      ...ofPerson,
      summary: 'Choose which emails you get, and your time zone',
      description:
        'What is not sent stays unchanged. Emails about your sign-in and your password cannot be turned off. People without an account have only a time zone, and the staff the hour of the email about the day.',
      body: Changes,
      answer: Settings,
      refuses: ['not_found'],
      async handle({ caller, body }) {
        const { timeZone, morningHour, frequencies: chosen } = body
        if (timeZone !== undefined && timeZone !== null && !isTimeZone(timeZone)) {
          const detail = `got "${timeZone}"; expected a time zone such as America/New_York`
          throw malformedField('/timeZone', 'unknown_time_zone', detail)
        }
        if (chosen !== undefined && caller.kind !== 'member') {
          const detail = 'got choices of emails; expected none, because you have no account'
          throw malformedField('/frequencies', 'not_allowed', detail)
        }
        if (morningHour !== undefined && caller.kind !== 'staff') {
          const detail = 'got an hour; expected none, because this email is for the staff'
          throw malformedField('/morningHour', 'not_allowed', detail)
        }
        await changeEmailSettings(db, caller.userId!, clock(), body)
        return read(caller.userId!)
      },
    }),
  ]
})
