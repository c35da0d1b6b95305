// The set-up of the shop: which steps are done, and an email to try the mail server.

import { type Static, Type } from 'typebox'
import { readPerson } from '../../accounts/accountStore.ts'
import type { Db } from '../../db/db.ts'
import { oneOf, Words } from '../objects/common.ts'
import type { SignUpParts } from '../people/signUp.ts'
import { type Route, route } from '../server/route.ts'

const steps = [
  'company',
  'brand',
  'books',
  'shipping',
  'taxes',
  'holidays',
  'printers',
  'payment',
  'mail',
  'storage',
  'address',
  'webhooks',
  'customer',
  'order',
] as const

const Step = Type.Object(
  {
    step: oneOf(steps),
    state: oneOf(['done', 'check', 'todo'], {
      description: 'check: it works, and is probably not as the operator wants it, such as a price of the sample.',
    }),
    detail: Words({ description: 'What is there, or what is missing.' }),
  },
  { $id: 'SetUpStep' },
)
export type SetUpStep = Static<typeof Step>

const SetUp = Type.Object({ isSelling: Type.Boolean(), steps: Type.Array(Step) })

export type SetUpRouteParts = Pick<SignUpParts, 'sendEmail' | 'signIn'> & {
  db: Db
  readSetUp(): Promise<SetUpStep[]>
  isSelling(): boolean
}

const tag = 'Staff'

export function setUpRoutes({ db, readSetUp, isSelling, sendEmail, signIn }: SetUpRouteParts): Route[] {
  const answer = async () => ({ isSelling: isSelling(), steps: await readSetUp() })
  return [
    route({
      method: 'GET',
      path: '/staff/set-up',
      operationId: 'getSetUp',
      callers: ['staff'],
      tag,
      summary: 'Read the steps of the set-up',
      description: 'Each step is judged by the real state. For `storage`, a test file is written, read and removed.',
      answer: SetUp,
      handle: answer,
    }),
    route({
      method: 'POST',
      path: '/staff/set-up/test-email',
      operationId: 'sendTestEmail',
      callers: ['staff'],
      needs: null,
      sessionOnly: true,
      tag,
      summary: 'Send yourself a test email',
      status: 202,
      answer: SetUp,
      refuses: ['too_many_requests'],
      async handle({ caller: { userId }, request }) {
        const { email, name } = (await readPerson(db, userId!))!
        signIn.countMail(request, email)
        await sendEmail(null, email, { kind: 'test', values: { name } })
        return answer()
      },
    }),
  ]
}
